// Picture storage on disk, in memory and in a bucket.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bucketForTest } from '#server/testing/fakes/bucket.ts';
import { bucketPictures } from './s3-pictures.ts';
import { diskPictureFiles, memoryPictureFiles, type PictureFiles } from './picture-files.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe.each<[string, () => PictureFiles | Promise<PictureFiles>]>([
  ['on disk', () => diskPictureFiles(join(root, 'pictures'))],
  ['in memory', memoryPictureFiles],
  [
    'in a bucket',
    async () => {
      const files = bucketPictures((await bucketForTest({ pageSize: 7 })).bucket, { dataDir: root });
      onTestFinished(() => files.close());
      return files;
    },
  ],
])('%s', (_, open) => {
  test('returns the last stored version of each variant', async () => {
    const files = await open();
    const id = randomUUID();
    await files.put(id, 256, Buffer.from('small'));
    await files.put(id, 'original', Buffer.from('large'));
    await files.put(id, 256, Buffer.from('smaller'));
    expect(await files.get(id, 256)).toEqual(Buffer.from('smaller'));
    expect(await files.get(id, 'original')).toEqual(Buffer.from('large'));
    expect(await files.get(id, 512)).toBeNull();
    expect(await files.get(randomUUID(), 256)).toBeNull();
  });

  test('removes a picture with all its variants, and accepts repeating it', async () => {
    const files = await open();
    const [gone, kept] = [randomUUID(), randomUUID()];
    for (const id of [gone, kept]) await files.put(id, 'original', Buffer.from(id));
    await files.put(gone, 512, Buffer.from('x'));
    await files.remove(gone);
    await files.remove(gone);
    expect(await files.get(gone, 512)).toBeNull();
    expect(await files.get(gone, 'original')).toBeNull();
    expect(await allOf(files.list())).toEqual([kept]);
  });

  test('lists every picture once', async () => {
    const files = await open();
    expect(await allOf(files.list())).toEqual([]);
    const ids = Array.from({ length: 30 }, () => randomUUID());
    await Promise.all(ids.flatMap((id) => ([256, 512] as const).map((width) => files.put(id, width, Buffer.from('x')))));
    expect((await allOf(files.list())).toSorted()).toEqual(ids.toSorted());
  });

  test('lists every file', async () => {
    const files = await open();
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      await files.put(id, 'original', Buffer.from('x'));
      await files.put(id, 512, Buffer.from('x'), 'avif');
    }
    const listed = (await allOf(files.listFiles())).map(({ id, name }) => `${id}/${name}`);
    expect(listed.toSorted()).toEqual(ids.flatMap((id) => [`${id}/512.avif`, `${id}/original.webp`]).toSorted());
  });

  test.each([
    '',
    '.',
    '..',
    '../../etc/passwd',
    'a/b',
    `${randomUUID()}/..`,
    `${randomUUID()}\0`,
    `${randomUUID()}\n`,
    randomUUID().toUpperCase(),
  ])('rejects the invalid id %j', async (id) => {
    const files = await open();
    await expect(files.put(id, 256, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(files.get(id, 256)).rejects.toThrow(RangeError);
    await expect(files.remove(id)).rejects.toThrow(RangeError);
  });

  test('reports the free space', async () => {
    expect(await (await open()).freeBytes()).toBeGreaterThan(0);
  });
});

test('simultaneous writes leave one whole file, in a folder by the first two characters of its id, readable by the owner only', async () => {
  const files = diskPictureFiles(join(root, 'pictures'));
  const id = randomUUID();
  await Promise.all(Array.from({ length: 10 }, (_, index) => files.put(id, 1024, Buffer.alloc(100_000, index))));
  const folder = join(root, 'pictures', id.slice(0, 2), id);
  expect(await readdir(folder)).toEqual(['1024.webp']);
  expect((await stat(join(folder, '1024.webp'))).mode & 0o777).toBe(0o600);
  const kept = await files.get(id, 1024);
  expect(kept).toEqual(Buffer.alloc(100_000, kept?.[0]));
});

test('a failed write throws and leaves nothing behind', async () => {
  await writeFile(join(root, 'pictures'), 'not a folder');
  await expect(diskPictureFiles(join(root, 'pictures')).put(randomUUID(), 256, Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(root)).toEqual(['pictures']);
});

test('a failed rename leaves no temporary file behind', async () => {
  const id = randomUUID();
  const folder = join(root, 'pictures', id.slice(0, 2), id);
  await mkdir(join(folder, '256.webp'), { recursive: true });
  await expect(diskPictureFiles(join(root, 'pictures')).put(id, 256, Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['256.webp']);
});

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
