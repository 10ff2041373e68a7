// Reads the data that Firefox compresses: values in its databases, and files of Cache Storage.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { unpackSnappy } from './snappy.ts';

const sqliteMark = Buffer.from('SQLite format 3\0');
const framesMark = Buffer.from([0xff, 6, 0, 0, ...Buffer.from('sNaPpY')]);

export const isSqlite = (bytes: Buffer): boolean => bytes.subarray(0, sqliteMark.length).equals(sqliteMark);

/** A frame has its length in the three bytes after its type. A checksum of four bytes comes before the data. */
const frameHead = 4;
const checksumBytes = 4;
const packedFrame = 0;
const plainFrame = 1;

export const isFramed = (bytes: Buffer): boolean => bytes.subarray(0, framesMark.length).equals(framesMark);

/** Returns the content of a file of framed snappy, as far as it is written. */
export function unframed(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = framesMark.length; at + frameHead + checksumBytes <= bytes.length;) {
    const end = at + frameHead + bytes.readUIntLE(at + 1, 3);
    const data = bytes.subarray(at + frameHead + checksumBytes, end);
    if (bytes[at] === packedFrame) parts.push(unpackSnappy(data));
    else if (bytes[at] === plainFrame) parts.push(data);
    at = end;
  }
  return Buffer.concat(parts);
}

/** Returns all values in the tables of a database and in its write-ahead log, and unpacked those that are snappy. */
export async function valuesIn(file: string): Promise<Buffer[]> {
  // The database is copied, since the browser may have locked it.
  const directory = await mkdtemp(path.join(tmpdir(), 'file-search-'));
  try {
    const copy = path.join(directory, 'copy');
    await copyFile(file, copy);
    await copyFile(`${file}-wal`, `${copy}-wal`).catch(() => undefined);
    const database = new SqliteDatabase(copy);
    try {
      const tables = database.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
      const rows = tables.flatMap((table) => database.prepare<[], unknown[]>(`select * from "${table}"`).raw().all());
      return rows.flat().flatMap((value) => (typeof value === 'string' ? [Buffer.from(value)] : forms(value)));
    } finally {
      database.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function forms(value: unknown): Buffer[] {
  if (!Buffer.isBuffer(value)) return [];
  try {
    return [value, unpackSnappy(value)];
  } catch {
    return [value];
  }
}
