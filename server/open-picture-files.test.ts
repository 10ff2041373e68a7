// A server with a bucket for its pictures, and one without a bucket, which loads no code for it.
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dataFolder, loadedModules } from './testing/app/loaded-modules.ts';
import { bucketForTest, bucketSettings } from './testing/fakes/bucket.ts';
import { readConfig } from './config.ts';
import { openWorld } from './open-world.ts';

test('without PICTURES_URL pictures are in files, and neither the code for buckets nor its library is loaded', async () => {
  const dataDir = await dataFolder();
  const use = `await world.pictureFiles.put('0e000000-0000-4000-8000-000000000001', 512, Buffer.from('x'));`;
  const loaded = loadedModules({ DATA_DIR: dataDir }, use);
  expect(loaded).toContain('server/outside/picture-files.ts');
  expect(loaded.filter((url) => /\/s3-|store-health|aws4fetch/.test(url))).toEqual([]);
  expect(await readdir(path.join(dataDir, 'pictures/0e'))).toEqual(['0e000000-0000-4000-8000-000000000001']);
});

test('with PICTURES_URL all pictures are in the bucket, and none in the data directory', async () => {
  const { store, objects } = await bucketForTest();
  const dataDir = await dataFolder();
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...bucketSettings(store) });
  const calls: string[] = [];
  const world = await openWorld(config, { onStoreCall: ({ call, result }) => void calls.push(`${call} ${result}`) });
  const id = world.ids.uuid();
  await world.pictureFiles.put(id, 512, Buffer.from('x'));
  expect(await world.pictureFiles.freeBytes()).toBeGreaterThan(0);
  await world.close();
  expect([...objects().keys()]).toEqual(['of/members/owner', `of/members/${id.slice(0, 2)}/${id}/512.webp`]);
  expect(await readdir(dataDir)).not.toContain('pictures');
  expect(calls).toEqual(['get missing', 'put done', 'put done', 'list done', 'delete done', 'put done']);
});

test('a restart finds its own bucket, and a server with another database does not start on it', async () => {
  const { store } = await bucketForTest();
  const settings = { LOG_LEVEL: 'error', ...bucketSettings(store) };
  const [one, other] = [await dataFolder(), await dataFolder()];
  for (const _ of ['first start', 'restart']) await (await openWorld(readConfig({ DATA_DIR: one, ...settings }))).close();
  await expect(openWorld(readConfig({ DATA_DIR: other, ...settings }))).rejects.toThrow('has pictures of another database');
  // The folder is free again, since a refused startup releases its lock.
  await (await openWorld(readConfig({ DATA_DIR: other, LOG_LEVEL: 'error' }), { waitMs: 0 })).close();
});

test('a server whose bucket is missing ends with a sentence that names bucket, cause and remedy, and no key', async () => {
  const { store } = await bucketForTest();
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: await dataFolder(), ...bucketSettings(store, '', 'nowhere') };
  // The store is in this process, which must not wait for the other one.
  const ending = promisify(execFile)(process.execPath, ['server/main.ts'], { env });
  await expect(ending).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The bucket "nowhere" of PICTURES_URL cannot be used at http:\S+ \(NoSuchBucket\)\. Create it, or correct its name in PICTURES_URL\.\n$/,
    ),
  });
});

test('a folder of pictures that is a file is refused', async () => {
  const dataDir = await dataFolder();
  const folder = path.join(dataDir, 'pictures');
  await writeFile(folder, '');
  await expect(openWorld(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))).rejects.toThrow(
    `The folder ${folder} cannot be used: it is a file.`,
  );
});

test.skipIf(process.getuid?.() === 0)('a folder of pictures that this user may not write is refused', async () => {
  const dataDir = await dataFolder();
  const shard = path.join(dataDir, 'pictures', '0e');
  await mkdir(shard, { recursive: true });
  await chmod(shard, 0o500);
  await expect(openWorld(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))).rejects.toThrow(
    'cannot be used: the user of the server may not read and write it.',
  );
  await rm(shard, { recursive: true });
});
