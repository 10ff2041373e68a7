// The lock on a data directory: SQLite's lock on an empty file, which the operating system releases when the process ends.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { errorCode } from './errors.ts';

/** Returns null while another process, or this one, has the lock. */
export function tryLockFolder(dataDir: string): { close(): void } | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new SqliteDatabase(join(dataDir, 'process.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
