// The lock on a data directory: SQLite's lock on an empty file, which the operating system releases when the process ends.
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { createDataFolder, fileFailure } from './data-folder.ts';
import { errorCode } from './errors.ts';

/** Returns null while another process, or this one, has the lock. */
export function tryLockFolder(dataDir: string): { close(): void } | null {
  createDataFolder(dataDir);
  const path = join(dataDir, 'process.lock');
  const file = openLockFile(path);
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) return null;
    throw fileFailure(error, path);
  }
}

function openLockFile(path: string): Database {
  try {
    return new SqliteDatabase(path, { timeout: 0 });
  } catch (error) {
    throw fileFailure(error, path);
  }
}
