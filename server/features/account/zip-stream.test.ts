// Streams a zip to readers that read it slowly, completely, or not at all.
import { expect, test } from 'vitest';
import { unzip } from '#server/testing/app/unzip.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

const chunk = Buffer.alloc(64 * 1_024, 'some text that packs well, and some more of it; ');

/** Entries of 64 KiB chunks, with counts of the entries and chunks that were read. */
function countedEntries(entryCount: number, chunksEach: number) {
  const reads = { entries: 0, chunks: 0, wasClosed: false };
  async function* content() {
    try {
      for (let count = 0; count < chunksEach; count += 1) {
        reads.chunks += 1;
        yield chunk;
      }
    } finally {
      reads.wasClosed = true;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let count = 0; count < entryCount; count += 1) {
      reads.entries += 1;
      yield { path: `folder/${count}.txt`, content: content(), isCompressed: count % 2 === 1 };
    }
  }
  return { reads, entries: entries() };
}

const manyTurns = async () => {
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('every entry is contained completely, compressed or not', async () => {
  const { entries } = countedEntries(4, 3);
  const files = unzip(Buffer.concat(await zipStream(entries, Date.UTC(2026, 10, 21)).toArray()));
  expect([...files.keys()]).toEqual([0, 1, 2, 3].map((number) => `folder/${number}.txt`));
  for (const bytes of files.values()) expect(bytes.equals(Buffer.concat([chunk, chunk, chunk]))).toBe(true);
});

test('entries are read only as fast as the zip is read', async () => {
  const { reads, entries } = countedEntries(3, 1_000);
  const zip = zipStream(entries, 0);
  await manyTurns();
  expect(reads.entries).toBe(1);
  expect(reads.chunks).toBeLessThan(100);
  zip.destroy();
});

test('reading stops once the zip is destroyed', async () => {
  const { reads, entries } = countedEntries(3, 1_000);
  const zip = zipStream(entries, 0);
  zip.read();
  await manyTurns();
  zip.destroy();
  await expect.poll(() => reads.wasClosed).toBe(true);
  const { chunks } = reads;
  await manyTurns();
  expect([reads.chunks, reads.entries]).toEqual([chunks, 1]);
});

test('an entry that cannot be read ends the stream with an error', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a beginning';
    throw new Error('disk failure');
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: 'a.txt', content: failing() };
  }
  await expect(zipStream(entries(), 0).toArray()).rejects.toThrow('disk failure');
});

test('other work has its turn after each part, however fast the zip is read', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const turns: number[] = [];
  async function* content() {
    for (let part = 0; part < 50; part += 1) {
      turns.push(turn);
      yield `part ${part}`;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: 'parts.txt', content: content(), isCompressed: true };
  }
  await zipStream(entries(), 0).toArray();
  clearImmediate(next);
  expect(new Set(turns).size).toBe(50);
});
