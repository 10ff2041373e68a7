// Backups of a server with its pictures in a bucket: their contents, their restoration, and what the integrity check finds.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diskPictureFiles } from '#server/outside/picture-files.ts';
import { bucketPictures } from '#server/outside/s3-pictures.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { bucketForTest } from '#server/testing/fakes/bucket.ts';
import { checkIntegrity } from './check-integrity.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const nowMs = Date.UTC(2026, 10, 25, 6, 45, 0);

async function serverWithBucket() {
  const { bucket: pictureBucket, objects } = await bucketForTest({ pageSize: 3 });
  const root = await mkdtemp(path.join(tmpdir(), 'bucket-backup-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const newData = async () => ({ dataDir: await mkdtemp(path.join(root, 'data-')), databaseUrl: null, pictureBucket });
  const data = await newData();
  const pictureFiles = bucketPictures(pictureBucket, { dataDir: data.dataDir });
  onTestFinished(() => pictureFiles.close());
  const app = await openTestApp({ dataDir: data.dataDir, parts: { pictureFiles } });
  onTestFinished(() => app.close());
  await app.sweptOnce();
  const { profileId } = await app.member();
  const ids = [randomUUID(), randomUUID()] as const;
  for (const id of ids) {
    for (const variant of ['original', 256] as const) await pictureFiles.put(id, variant, Buffer.from(id));
    const size = { width: 512, height: 512, bytes: 9, placeholder: '' };
    const row = { id, profile_id: profileId, ...size, created_ms: 0, chat_with: null };
    await app.world.db.write((tx) => tx.insertInto('pictures').values(row).execute());
  }
  const backup = (of: Parameters<typeof makeBackup>[0] = data) =>
    makeBackup(of, { folder: path.join(root, 'backups'), keptDays: 30, nowMs });
  return { data, newData, pictureFiles, ids, objects, backup };
}

test('a backup has database and keys but no pictures, and is restored beside the bucket', async () => {
  const { newData, backup, objects } = await serverWithBucket();
  const made = await backup();
  expect((await readdir(made)).sort()).toEqual(['contents.json', 'database.sqlite']);
  const before = [...objects().keys()];
  const empty = await newData();
  expect(await restoreBackup(empty, made, nowMs)).toBeNull();
  expect(await checkIntegrity(empty)).toMatchObject({ pictures: 2, strays: [], problems: [] });
  expect([...objects().keys()]).toEqual(before);
});

test('a backup whose pictures are in a bucket is not restored without a bucket, and nothing is changed', async () => {
  const { newData, backup } = await serverWithBucket();
  const made = await backup();
  const inFiles = { ...(await newData()), pictureBucket: null };
  await expect(restoreBackup(inFiles, made, nowMs)).rejects.toThrow(
    'The pictures of the backup are in a bucket. Set PICTURES_URL',
  );
  expect(await readdir(inFiles.dataDir)).toEqual([]);
});

test('a backup with pictures is not restored beside a bucket, and the error says how to copy the pictures there', async () => {
  const { data, backup, newData, ids } = await serverWithBucket();
  await diskPictureFiles(path.join(data.dataDir, 'pictures')).put(ids[0], 'original', Buffer.from('x'));
  const made = await backup({ ...data, pictureBucket: null });
  await expect(restoreBackup(await newData(), made, nowMs)).rejects.toThrow('Restore it without PICTURES_URL, and then copy');
});

test('the integrity check names pictures that are not in the bucket, and lists those that are not in the database', async () => {
  const { data, pictureFiles, ids, objects } = await serverWithBucket();
  const stray = randomUUID();
  await pictureFiles.put(stray, 'original', Buffer.from('x'));
  await pictureFiles.remove(ids[0]);
  for (const key of objects().keys()) if (key.endsWith(`${ids[1]}/original.webp`)) objects().delete(key);
  expect(await checkIntegrity(data)).toMatchObject({
    pictures: 2,
    strays: [stray],
    problems: expect.arrayContaining([`The picture ${ids[0]} has no files.`, `The picture ${ids[1]} lacks original.webp.`]),
  });
});
