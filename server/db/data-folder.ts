// Creates the data directory, and refuses what is not this server's, before anything in it is changed.
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { DatabaseFailure, errorCode } from './errors.ts';

const folderReasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'its disk is read-only',
};

/** Creates the directory if it does not exist. Throws DatabaseFailure 'wrong-data'. */
export function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = errorCode(error) ?? '';
    const sentence = `The data folder ${resolve(dataDir)} cannot be used: ${folderReasons[code] ?? code}.`;
    throw new DatabaseFailure('wrong-data', `${sentence} Set DATA_DIR to a folder that the server may write to.`, error);
  }
}

/**
 * Throws DatabaseFailure 'wrong-data' if the file is another program's, and the error of SQLite if it is damaged. It is opened for
 * reading only, and does not change.
 */
export function refuseForeignFile(path: string): void {
  if (!existsSync(path)) return;
  let handle: Database | null = null;
  try {
    handle = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
    refuseForeignTables(handle, path);
  } catch (error) {
    // Opening it for writing repairs or reports what else prevents reading, such as the journal of a crash.
    if (error instanceof DatabaseFailure || isDamage(error)) throw error;
  } finally {
    handle?.close();
  }
}

/** Our very first statement creates server_sequence, so a database that has only other tables is another program's. */
export function refuseForeignTables(handle: Database, path: string): void {
  const names = handle.prepare<[], string>('select name from sqlite_master').pluck().all();
  if (names.length === 0 || names.includes('server_sequence')) return;
  throw new DatabaseFailure('wrong-data', `${resolve(path)} is the database of another program. Set DATA_DIR to another folder.`);
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error) ?? '');

/** The error of opening or migrating, with a sentence about the file if it names only a code. */
export function fileFailure(error: unknown, path: string): unknown {
  const cause = error instanceof DatabaseFailure ? error.cause : error;
  const code = errorCode(cause) ?? '';
  if (isDamage(cause))
    return new DatabaseFailure(
      'wrong-data',
      `${resolve(path)} is damaged, or not a SQLite file (${code}). ` +
        'Set DATA_DIR to the right folder, or restore a backup with: npm run restore -- BACKUP',
      error,
    );
  if (/^SQLITE_(CANTOPEN|IOERR|PERM|READONLY)/.test(code))
    return new DatabaseFailure(
      'wrong-data',
      `${resolve(path)} cannot be opened for writing (${code}). Check its permissions, or set DATA_DIR to another folder.`,
      error,
    );
  return error;
}
