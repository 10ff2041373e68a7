// Backs up a SQLite database while it is in use, and restores a backup.
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { fileFailure, isDamage, refuseForeignFile } from './data-folder.ts';
import { errorCode } from './errors.ts';
import { endLoginsInSqlite } from './restored-logins.ts';

/** Copies all pages in one step, so that other writes do not make the copy start again. */
const allPages = 0x7fffffff;

/**
 * Writes a complete copy of the database `from`, checks it, and replaces the file `to` with it. Throws if the check fails. Blocks its
 * thread.
 */
export async function backupSqlite(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  removeDatabase(partial);
  try {
    const source = new SqliteDatabase(from, { readonly: true, fileMustExist: true });
    try {
      await source.backup(partial, { progress: () => allPages });
    } finally {
      source.close();
    }
    checkSqlite(partial);
    syncPath(partial);
    renameSync(partial, to);
    syncPath(dirname(to));
  } finally {
    removeDatabase(partial);
  }
}

/**
 * Replaces the database `to` with the copy `from`, without its logins. The server must be stopped. If there was a database, it is moved
 * to `kept`, whose folder is created. Throws if the copy is incomplete, or the database is in use or another program's.
 */
export function restoreSqlite(from: string, to: string, kept: string): void {
  const incoming = `${to}.incoming`;
  removeDatabase(incoming);
  try {
    copyFileSync(from, incoming);
    checkSqlite(incoming);
    endLoginsInSqlite(incoming);
    syncPath(incoming);
    if (existsSync(to)) setAside(to, kept);
    // SQLite would apply a journal of the old database to the new one.
    removeDatabase(to);
    renameSync(incoming, to);
    syncPath(dirname(to));
  } finally {
    removeDatabase(incoming);
  }
}

/** Throws if the file is not a complete database of this program. Afterwards it is a single file without a journal. */
function checkSqlite(path: string): void {
  const copy = new SqliteDatabase(path, { fileMustExist: true });
  try {
    const verdict = copy.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new Error(`${path} is damaged: ${String(verdict)}`);
    const known = copy.prepare(`select count(*) from sqlite_master where type = 'table' and name = 'migrations'`).pluck().get();
    if (known !== 1) throw new Error(`${path} is not a database of this program.`);
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** A damaged database is kept with its journal as it is. */
function setAside(path: string, kept: string): void {
  const endings = [''];
  try {
    // Opening a damaged database for writing would delete its journal.
    refuseForeignFile(path);
    writeJournal(path);
  } catch (error) {
    if (!isDamage(error)) throw fileFailure(error, path);
    endings.push('-wal', '-journal');
  }
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  for (const ending of endings) if (existsSync(path + ending)) renameSync(path + ending, kept + ending);
}

/** Writes the journal into the database. It needs exclusive access, so it fails if a server has the file open. */
function writeJournal(path: string): void {
  const old = new SqliteDatabase(path, { fileMustExist: true, timeout: 0 });
  try {
    old.pragma('journal_mode = DELETE');
  } catch (error) {
    if (!/^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '')) throw error;
    throw new Error(`${path} is in use: stop the server before restoring.`, { cause: error });
  } finally {
    old.close();
  }
}

function removeDatabase(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
