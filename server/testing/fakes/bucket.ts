// Buckets of the store for tests, and servers that keep their pictures there.
import { tmpdir } from 'node:os';
import { afterAll, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { PictureBucket } from '#server/outside/s3-calls.ts';
import { bucketPictures } from '#server/outside/s3-pictures.ts';
import { keepPicturesIn } from '#server/testing/app/test-world.ts';
import { startS3, testKeys, type TestS3 } from './s3.ts';

/** The settings with which a server keeps its pictures there. */
export const bucketSettings = ({ endpoint }: Pick<TestS3, 'endpoint'>, prefix = 'of/members', bucket = 'pictures') => ({
  PICTURES_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
  PICTURES_ACCESS_KEY: testKeys.accessKey,
  PICTURES_SECRET_KEY: testKeys.secretKey,
});

export function bucketOf(settings: Readonly<Record<string, string>>): PictureBucket {
  const { pictureBucket } = readConfig(settings);
  if (pictureBucket === null) throw new Error('the settings name no bucket');
  return pictureBucket;
}

/** A bucket that is closed when the calling test ends. */
export async function bucketForTest(options: Parameters<typeof startS3>[0] = {}) {
  const store = await startS3(options);
  onTestFinished(() => store.close());
  const bucket = bucketOf(bucketSettings(store));
  const objects = () => store.buckets.get('pictures') ?? new Map<string, never>();
  return { store, bucket, objects };
}

/** All worlds of the calling file keep their pictures in one bucket, each under its own prefix. */
export async function keepPicturesInBucket(): Promise<TestS3> {
  const store = await startS3();
  const opened: ReturnType<typeof bucketPictures>[] = [];
  keepPicturesIn(() => {
    const files = bucketPictures(bucketOf(bucketSettings(store, `world-${opened.length}`)), { dataDir: tmpdir() });
    opened.push(files);
    return files;
  });
  afterAll(async () => {
    for (const files of opened) files.close();
    await store.close();
  });
  return store;
}
