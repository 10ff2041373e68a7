// Tests that the search of a browser's files finds a text in every form in which browsers store it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInFiles } from './file-search.ts';
import { unpackSnappy } from './snappy.ts';

const plant = 'canary-canary-canary-7f3a';
/** The data is "canary-", then a copy from seven bytes before, then the rest. */
const snappy = Buffer.concat([
  Buffer.from([plant.length, (7 - 1) << 2]),
  Buffer.from('canary-'),
  Buffer.from([((14 - 1) << 2) | 2, 7, 0, (4 - 1) << 2]),
  Buffer.from('7f3a'),
]);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-search-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Builds a LevelDB table with one compressed block and its index. */
function table(block: Buffer): Buffer {
  const trailer = Buffer.alloc(5);
  const index = Buffer.from([0, 1, 2, 0x61, 0, block.length, 0, 0, 0, 0, 1, 0, 0, 0]);
  const foot = Buffer.alloc(48);
  foot.set([0, 0, block.length + trailer.length, index.length]);
  foot.set(Buffer.from('57fb808b247547db', 'hex'), 40);
  return Buffer.concat([block, Buffer.from([1, 0, 0, 0, 0]), index, trailer, foot]);
}

function httpCacheEntry(body: Buffer): Buffer {
  const head = Buffer.alloc(24);
  head.set(Buffer.from('305c72a71b6dfbfc', 'hex'));
  head.writeUInt32LE(3, 12);
  return Buffer.concat([head, Buffer.from('key'), body, Buffer.from('what follows')]);
}

/** Builds a file with a head and a frame that has a checksum. */
function framed(data: Buffer): Buffer {
  const head = Buffer.from([0xff, 6, 0, 0, ...Buffer.from('sNaPpY'), 0, data.length + 4, 0, 0]);
  return Buffer.concat([head, Buffer.alloc(4), data]);
}

test('unpacks snappy', () => {
  expect(unpackSnappy(snappy).toString()).toBe(plant);
});

test.each([
  ['as it is', Buffer.from(`before ${plant} after`)],
  ['in UTF-16, either way', Buffer.from(plant, 'utf16le').swap16()],
  ['behind gzip', Buffer.concat([Buffer.from('head'), gzipSync(plant), Buffer.from('what follows')])],
  ['behind deflate', Buffer.concat([Buffer.from('head'), deflateSync(plant)])],
  ['behind brotli', httpCacheEntry(brotliCompressSync(plant))],
  ['behind snappy in a table', table(snappy)],
  ['behind snappy in frames', framed(snappy)],
  ['as a key of Firefox', Buffer.from(plant).map((byte) => byte + 1)],
])('finds a text %s, and no other', async (_, bytes) => {
  await writeFile(join(directory, 'file'), bytes);
  expect(await findInFiles(directory, { plant, other: 'not planted' })).toEqual(['plant in file']);
  expect(await findInFiles(directory, { plant }, (file) => file === 'file')).toEqual([]);
});

test('finds bytes', async () => {
  await writeFile(join(directory, 'file'), Uint8Array.from([1, 2, 250, 251, 252, 3]));
  expect(await findInFiles(directory, { key: Uint8Array.from([250, 251, 252]) })).toEqual(['key in file']);
});

test('finds a text behind snappy in a database', async () => {
  const database = new SqliteDatabase(join(directory, 'file'));
  database.exec('create table object_data (data blob)');
  database.prepare('insert into object_data values (?)').run(snappy);
  database.close();
  expect((await readFile(join(directory, 'file'))).includes(plant)).toBe(false);
  expect(await findInFiles(directory, { plant })).toEqual(['plant in file']);
});

test('finds a text behind brotli in the cache of Firefox', async () => {
  await mkdir(join(directory, 'cache2/entries'), { recursive: true });
  await writeFile(join(directory, 'cache2/entries/A0'), Buffer.concat([brotliCompressSync(plant), Buffer.from('what follows')]));
  expect(await findInFiles(directory, { plant })).toEqual(['plant in cache2/entries/A0']);
});
