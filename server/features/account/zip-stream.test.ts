// Streaming a zip to readers that read it slowly, to its end, or not at all.
import { expect, test } from 'vitest';
import { unzip } from '#server/testing/app/unzip.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

const chunk = Buffer.alloc(64 * 1_024, 'some text that packs well, and some more of it; ');

/** Entries of 64 KiB chunks that count how much of them was read, and record whether reading was stopped. */
function counted(entryCount: number, chunksEach: number) {
  const asked = { entries: 0, chunks: 0, isLeft: false };
  async function* content() {
    try {
      for (let count = 0; count < chunksEach; count += 1) {
        asked.chunks += 1;
        yield chunk;
      }
    } finally {
      asked.isLeft = true;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let count = 0; count < entryCount; count += 1) {
      asked.entries += 1;
      yield { path: `folder/${count}.txt`, content: content(), isPacked: count % 2 === 1 };
    }
  }
  return { asked, entries: entries() };
}

const aWhile = async () => {
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('every entry is in it completely, compressed or not', async () => {
  const { entries } = counted(4, 3);
  const files = unzip(Buffer.concat(await zipStream(entries, Date.UTC(2026, 10, 21)).toArray()));
  expect([...files.keys()]).toEqual([0, 1, 2, 3].map((number) => `folder/${number}.txt`));
  for (const bytes of files.values()) expect(bytes.equals(Buffer.concat([chunk, chunk, chunk]))).toBe(true);
});

test('nothing is produced before it is read', async () => {
  const { asked, entries } = counted(3, 1_000);
  const zip = zipStream(entries, 0);
  await aWhile();
  expect(asked.entries).toBe(1);
  expect(asked.chunks).toBeLessThan(100);
  zip.destroy();
});

test('nothing more is read once the reader is gone', async () => {
  const { asked, entries } = counted(3, 1_000);
  const zip = zipStream(entries, 0);
  zip.read();
  await aWhile();
  zip.destroy();
  await expect.poll(() => asked.isLeft).toBe(true);
  const { chunks } = asked;
  await aWhile();
  expect([asked.chunks, asked.entries]).toEqual([chunks, 1]);
});

test('an entry that can not be read ends the stream with an error', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a beginning';
    throw new Error('the disk is gone');
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: 'a.txt', content: failing() };
  }
  await expect(zipStream(entries(), 0).toArray()).rejects.toThrow('the disk is gone');
});
