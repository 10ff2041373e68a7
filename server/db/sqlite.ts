// The database as a SQLite file, with a durable writer that groups transactions, and a connection that only reads.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import { createDataFolder, refuseForeignFile, refuseForeignTables } from './data-folder.ts';
import { DatabaseFailure, errorCode } from './errors.ts';
import { createWordRemover } from './deleted-words.ts';
import { matchQuery, memberWords, memberWordsFunction, type NewestMatches } from './member-words.ts';
import { readingDialect, writingDialect } from './sqlite-dialect.ts';
import { GroupWriter } from './sqlite-writer.ts';
import { WriteGuard } from './write-guard.ts';

/** The path of the database in a data directory. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'database.sqlite');

/** Another process, such as grant-admin, may use the file for a moment. */
const busyTimeoutMs = 5_000;
const maxWalBytes = 64 * 1024 * 1024;
const readCacheKiB = 64 * 1024;
const writeCacheKiB = 64 * 1024;
/** In pages of 4 KiB. */
const checkpointPages = 8_000;

/** Opens or creates the file. Throws if it is another program's, or if commits cannot be made durable. */
export function openSqlite<S>(dataDir: string, { maxTurnMs = 15_000 } = {}) {
  createDataFolder(dataDir);
  const path = databaseFile(dataDir);
  refuseForeignFile(path);
  const writeHandle = openWriteHandle(path);
  const readHandle = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  readHandle.pragma(`cache_size = -${readCacheKiB}`);

  const guard = new WriteGuard();
  const writer = new GroupWriter(writeHandle, { translate, maxTurnMs });
  const writing = new Kysely<S>({
    dialect: writingDialect(writeHandle, writer, { assertMayConnect: () => undefined, translate }),
  });
  const read = new Kysely<S>({
    dialect: readingDialect(readHandle, { assertMayConnect: () => guard.assertOutside('read'), translate }),
  });

  async function write<T>(work: (tx: Transaction<S>) => Promise<T>): Promise<T> {
    guard.assertOutside('write');
    return writing.transaction().execute((tx) => guard.run(() => work(tx)));
  }
  const words = createWordRemover<S>(write);

  return {
    engine: 'sqlite' as const,
    read,
    write,
    nextSequence: async (_tx: Transaction<S>, ..._keys: string[]) => writer.nextSequence(),
    lock: async (_tx: Transaction<S>, ..._keys: string[]) => undefined,
    hasWords(memberId: string, words: readonly string[], { beforeSequence, limit }: NewestMatches = { limit: -1 }) {
      const query = matchQuery(memberId, words);
      if (query === null) return sql<SqlBool>`0 = 1`;
      const isBefore = beforeSequence === undefined ? sql`` : sql`and rowid < ${beforeSequence}`;
      return sql<SqlBool>`messages.sequence in (select rowid from message_words where message_words match ${query} ${isBefore}
        and rowid not in (select sequence from message_words_to_forget) order by rowid desc limit ${limit})`;
    },
    scanOf: (idColumn: string) => ({ key: sql<number>`${sql.ref(idColumn.replace(/\.\w+$/, '.rowid'))}`, start: 0 }),
    /** Each write is a savepoint, whose pages would otherwise go through a file. Migrations sort whole tables, so call this after them. */
    keepSavepointsInMemory: () => void writeHandle.pragma('temp_store = MEMORY'),
    removeDeletedWords: words.remove,
    backup: (to: string) => backupInWorker(path, to),
    health: () => ({ engine: 'sqlite' as const, path, ...writer.counts() }),
    async close(): Promise<void> {
      words.stop();
      await writer.close();
      // Kysely closes a connection only if it was used. It may be closed twice.
      await read.destroy();
      await writing.destroy();
      readHandle.close();
      writeHandle.close();
    },
  };
}

function openWriteHandle(path: string): Database {
  const handle = new SqliteDatabase(path, { timeout: busyTimeoutMs });
  refuseForeignTables(handle, path);
  handle.pragma('journal_mode = WAL');
  // Set whenever the file is opened. For an existing WAL file the default is NORMAL, which may lose confirmed writes at a power loss.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // A group of 64 messages changes about 700 pages. They must fit, and one checkpoint should be enough for many groups.
  handle.pragma(`cache_size = -${writeCacheKiB}`);
  handle.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  handle.pragma(`journal_size_limit = ${maxWalBytes}`);
  handle.function(memberWordsFunction, { deterministic: true }, (text, members) => memberWords(String(text), String(members)));
  const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 };
  for (const [name, value] of Object.entries(expected)) {
    const found = handle.pragma(name, { simple: true });
    if (found !== value)
      throw new Error(`${path} does not take ${name} = ${value} (it stays ${String(found)}); a write could be lost.`);
  }
  handle.exec(`create table if not exists server_sequence (id integer primary key check (id = 1), value integer not null);
    insert or ignore into server_sequence (id, value) values (1, 0)`);
  return handle;
}

/** Runs in a thread, because copying and checking a large file takes seconds. */
function backupInWorker(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sqlite-backup-worker.ts', import.meta.url), { workerData: { from, to } });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The backup stopped with code ${code}.`))));
  });
}

function translate(error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE_ENOSPC') {
    return new DatabaseFailure('disk-full', 'There is no room left on the disk of the database.', error);
  }
  // A newer process has added a trigger whose function this one does not have.
  const isOutdated = error instanceof Error && error.message.startsWith('no such function');
  if (isOutdated || /^SQLITE_(IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|CORRUPT|NOTADB)/.test(code)) {
    return new DatabaseFailure('database-unavailable', `The database is unavailable (${code}).`, error);
  }
  return error;
}
