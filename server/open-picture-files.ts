// Opens the store of pictures: a folder in the data directory, or a bucket if the settings name one.
import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import { diskPictureFiles, type PictureFiles } from './outside/picture-files.ts';
import type { S3Options } from './outside/s3-calls.ts';

type OpenPictureFiles = PictureFiles & { close(): void };
type Settings = Pick<Config, 'dataDir' | 'pictureBucket'>;

const folderIn = (dataDir: string): string => path.join(dataDir, 'pictures');

const inFolder = ({ dataDir }: Settings): OpenPictureFiles => ({
  ...diskPictureFiles(folderIn(dataDir)),
  close: () => undefined,
});

/** For a server. Refuses a folder or a bucket that cannot be used, and a bucket with the pictures of another database. */
export async function openPictureFiles(
  settings: Settings,
  db: Db,
  freshOwnerId: string,
  options: S3Options = {},
): Promise<OpenPictureFiles> {
  const { dataDir, pictureBucket } = settings;
  if (pictureBucket === null) {
    await refuseUnusable(folderIn(dataDir));
    return inFolder(settings);
  }
  const ownerId = await db.write((tx) => createSecretsStore(tx).findOrStore('picture-bucket', freshOwnerId));
  // This module is loaded only where it is used.
  const { openBucketPictures } = await import('./outside/s3-pictures.ts');
  return openBucketPictures(pictureBucket, { ...options, dataDir, ownerId });
}

/** For commands that only read. Neither checks nor marks a bucket. */
export async function readPictureFiles(settings: Settings): Promise<OpenPictureFiles> {
  const { dataDir, pictureBucket } = settings;
  if (pictureBucket === null) return inFolder(settings);
  const { bucketPictures } = await import('./outside/s3-pictures.ts');
  return bucketPictures(pictureBucket, { dataDir });
}

/** Throws for a folder that cannot be used, such as one that another user restored. Members would only see that pictures fail. */
async function refuseUnusable(folder: string): Promise<void> {
  try {
    const subfolders = (await readdir(folder)).filter((name) => /^[\da-f]{2}$/.test(name));
    for (const each of [folder, ...subfolders.map((name) => path.join(folder, name))])
      await access(each, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return;
    const reason = code === 'ENOTDIR' ? 'it is a file' : 'the user of the server may not read and write it';
    throw new Error(`The folder ${folder} cannot be used: ${reason}. Make this user the owner of it and of all that is in it.`, {
      cause: error,
    });
  }
}
