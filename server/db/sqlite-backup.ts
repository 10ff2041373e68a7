// Backs up a SQLite database while it is in use, and restores a backup.
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** All pages in one step: a consistent snapshot that concurrent writes never restart. */
const allPages = 0x7fffffff;

/**
 * Writes a checked, complete copy of the database `from` to the file `to`, which is replaced atomically. Throws when the copy fails
 * the integrity check. Blocks its thread.
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
 * Replaces the database `to`, whose server must be stopped, by the copy `from`. Returns the path to which the old one was moved, or
 * undefined without one. Throws when the copy is incomplete or the database is in use.
 */
export function restoreSqlite(from: string, to: string): string | undefined {
  const incoming = `${to}.incoming`;
  removeDatabase(incoming);
  try {
    copyFileSync(from, incoming);
    checkSqlite(incoming);
    syncPath(incoming);
    const kept = existsSync(to) ? `${to}.before-restore-${Date.now()}` : undefined;
    if (kept) {
      checkpointJournal(to);
      renameSync(to, kept);
    }
    // A journal of the old database would be replayed into the new one.
    removeDatabase(to);
    renameSync(incoming, to);
    syncPath(dirname(to));
    return kept;
  } finally {
    removeDatabase(incoming);
  }
}

/** Throws unless the file is a complete database of this program. Leaves it without a write-ahead journal, as a single file. */
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

/** Checkpoints the journal; needs exclusive access, so it fails while a server has the file open. */
function checkpointJournal(path: string): void {
  const old = new SqliteDatabase(path, { fileMustExist: true, timeout: 0 });
  try {
    old.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new Error(`${path} is in use: stop the server before restoring.`, { cause });
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
