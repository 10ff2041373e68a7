// A bucket of the store for tests, which is closed when the calling test ends.
import { onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { PictureBucket } from '#server/outside/s3-calls.ts';
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

export async function bucketForTest(options: Parameters<typeof startS3>[0] = {}) {
  const store = await startS3(options);
  onTestFinished(() => store.close());
  const bucket = bucketOf(bucketSettings(store));
  const objects = () => store.buckets.get('pictures') ?? new Map<string, never>();
  return { store, bucket, objects };
}
