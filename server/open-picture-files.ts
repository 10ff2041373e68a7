// Opens the store of pictures: a folder in the data directory, or a bucket if the settings name one.
import path from 'node:path';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import { diskPictureFiles, type PictureFiles } from './outside/picture-files.ts';
import type { S3Options } from './outside/s3-calls.ts';

type OpenPictureFiles = PictureFiles & { close(): void };
type Settings = Pick<Config, 'dataDir' | 'pictureBucket'>;

const inFolder = ({ dataDir }: Settings): OpenPictureFiles => ({
  ...diskPictureFiles(path.join(dataDir, 'pictures')),
  close: () => undefined,
});

/** For a server. It refuses a bucket that cannot be used or has the pictures of another database. */
export async function openPictureFiles(
  settings: Settings,
  db: Db,
  freshOwnerId: string,
  options: S3Options = {},
): Promise<OpenPictureFiles> {
  const { dataDir, pictureBucket } = settings;
  if (pictureBucket === null) return inFolder(settings);
  const ownerId = await db.write((tx) => createSecretsStore(tx).findOrStore('picture-bucket', freshOwnerId));
  // It is loaded only where it is used.
  const { openBucketPictures } = await import('./outside/s3-pictures.ts');
  return openBucketPictures(pictureBucket, { ...options, dataDir, ownerId });
}

/** For commands that only read. It neither checks nor marks a bucket. */
export async function readPictureFiles(settings: Settings): Promise<OpenPictureFiles> {
  const { dataDir, pictureBucket } = settings;
  if (pictureBucket === null) return inFolder(settings);
  const { bucketPictures } = await import('./outside/s3-pictures.ts');
  return bucketPictures(pictureBucket, { dataDir });
}
