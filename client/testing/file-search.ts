// Searches all files of a directory for texts and bytes, including data in the formats with which browsers compress it.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { isFramed, isSqlite, unframed, valuesIn } from './firefox-files.ts';
import { reader, unpackSnappy } from './snappy.ts';

/** Texts and bytes by name. */
export type SearchedTexts = Readonly<Record<string, string | Uint8Array>>;

/** Returns "name in file" for each match. Texts are searched in UTF-8 and UTF-16. Files that disappear meanwhile are skipped. */
export async function findInFiles(directory: string, plants: SearchedTexts, isSkipped: (file: string) => boolean = () => false) {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || isSkipped(path.relative(directory, file))) continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    // A copy of a database may be unreadable if it was being written.
    const values = isSqlite(bytes) ? await valuesIn(file).catch(() => []) : [];
    const contents = [bytes, ...unpacked(bytes, path.relative(directory, file)), ...values];
    for (const [name, plant] of Object.entries(plants))
      if (formsOf(plant).some((form) => contents.some((content) => content.includes(form))))
        found.push(`${name} in ${path.relative(directory, file)}`);
  }
  return found;
}

function formsOf(plant: string | Uint8Array): Buffer[] {
  if (typeof plant !== 'string') return [Buffer.from(plant)];
  const [utf8, utf16] = [Buffer.from(plant), Buffer.from(plant, 'utf16le')];
  // Firefox adds one to each byte of the keys in IndexedDB.
  return [utf8, utf16, Buffer.from(utf16).swap16(), utf8.map((byte) => byte + 1)].map((form) => Buffer.from(form));
}

/**
 * Unpacks what a file contains: gzip and zlib anywhere, brotli in entries of HTTP caches, snappy in LevelDB tables and in frames.
 */
function unpacked(bytes: Buffer, file: string): Buffer[] {
  const parts: Buffer[] = [];
  const keep = (unpack: () => Buffer): void => {
    try {
      parts.push(unpack());
    } catch {
      // The bytes only looked like compressed data.
    }
  };
  const rest = { finishFlush: constants.Z_SYNC_FLUSH };
  for (let at = bytes.indexOf(gzipMark); at >= 0; at = bytes.indexOf(gzipMark, at + 1)) {
    const from = bytes.subarray(at);
    keep(() => gunzipSync(from, rest));
    // Gunzip refuses most data that can follow in a file, so the content is also inflated without its header.
    keep(() => inflateRawSync(from.subarray(gzipHead), rest));
  }
  for (let at = bytes.indexOf(zlibMark); at >= 0; at = bytes.indexOf(zlibMark, at + 1)) {
    const from = bytes.subarray(at);
    keep(() => inflateSync(from, rest));
  }
  if (bytes.length > httpCacheHead && bytes.subarray(0, 8).equals(httpCacheMark)) {
    const body = bytes.subarray(httpCacheHead + bytes.readUInt32LE(12));
    keep(() => brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }));
  }
  if (/(^|\/)cache2\/entries\//.test(file))
    keep(() => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }));
  if (isFramed(bytes)) keep(() => unframed(bytes));
  if (bytes.length > tableFootBytes && bytes.subarray(-8).equals(tableMark)) keep(() => Buffer.concat(blocksOf(bytes)));
  return parts;
}

const gzipMark = Buffer.from([0x1f, 0x8b, 0x08]);
/** The length of a gzip header without optional fields. */
const gzipHead = 10;
const zlibMark = Buffer.from([0x78, 0x9c]);
const httpCacheMark = Buffer.from('305c72a71b6dfbfc', 'hex');
/** The length of the header before the key. The length of the key is at byte 12. */
const httpCacheHead = 24;
const tableMark = Buffer.from('57fb808b247547db', 'hex');
const tableFootBytes = 48;

/** Returns all blocks of a LevelDB table. The footer points to the index, whose values point to the other blocks. */
function blocksOf(table: Buffer): Buffer[] {
  const foot = reader(table, table.length - tableFootBytes);
  foot.number();
  foot.number();
  const index = blockAt(table, foot.number(), foot.number());
  const blocks = [index];
  const entriesEnd = index.length - 4 - 4 * index.readUInt32LE(index.length - 4);
  for (const entry = reader(index, 0); entry.at() < entriesEnd;) {
    entry.number();
    const [keyBytes, valueBytes] = [entry.number(), entry.number()];
    const value = reader(index, entry.at() + keyBytes);
    entry.skip(keyBytes + valueBytes);
    blocks.push(blockAt(table, value.number(), value.number()));
  }
  return blocks;
}

/** The byte after a block says whether it is compressed. */
const blockAt = (table: Buffer, from: number, bytes: number): Buffer => {
  const block = table.subarray(from, from + bytes);
  return table[from + bytes] === 1 ? unpackSnappy(block) : block;
};
