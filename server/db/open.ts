// Opens the server's database, on SQLite or PostgreSQL, and applies missing migrations.
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import { withAfterCommit } from './after-commit.ts';
import type { NewestMatches } from './member-words.ts';
import { fileFailure } from './data-folder.ts';
import { type Engine, migrate, type Migration } from './migrate.ts';
import type { PoolOf } from './postgres.ts';
import type { Scan } from './scan.ts';
import type { Schema } from './schema.ts';
import { databaseFile, openSqlite } from './sqlite.ts';
import { localTurns, type Turns } from './turns.ts';

export type { Migration } from './migrate.ts';

/** The transaction of a write. */
export type Tx<S = Schema> = Transaction<S>;

export interface DatabaseHealth {
  readonly engine: Engine;
  /** The number of transactions committed since the database was opened. */
  readonly writes: number;
  /** The number of transactions that wait for their turn or for a connection. */
  readonly waiting: number;
}

export interface Db<S = Schema> extends Turns {
  readonly engine: Engine;
  /** For reading outside of transactions. It sees only committed rows, and throws inside a write. */
  readonly read: Kysely<S>;
  /**
   * Runs `work` in a transaction, and resolves only when the commit is on disk. Inside, only `tx` may be awaited. On PostgreSQL `work`
   * may run more than once, so it must change nothing but rows. Rejects with what `work` threw, with the error of a constraint, or with
   * DatabaseFailure ('database-unavailable', 'disk-full'). Then nothing of it is stored, unless PostgreSQL committed it on a connection
   * that was lost and the outcome could not be found out, or a process could not apply its changes in time (shared-changes.ts).
   */
  write<T>(work: (tx: Tx<S>) => Promise<T>): Promise<T>;
  /**
   * Runs `work` once the transaction is committed, and before its write resolves. What was added in one transaction runs in this order.
   * Nothing runs if the transaction is rolled back. `work` must neither throw nor wait.
   */
  afterCommit(tx: Tx<S>, work: () => void): void;
  /** Locks these keys, and then takes the next number of the sequence that orders messages and their changes. Call inside write. */
  nextSequence(tx: Tx<S>, ...keys: string[]): Promise<number>;
  /**
   * Locks these keys until the transaction ends, so that transactions with the same key commit one after the other, in the order of
   * their sequence numbers. Pass all keys in one call.
   */
  lock(tx: Tx<S>, ...keys: string[]): Promise<void>;
  /** How to read a whole table: in the order in which it is stored, or by this id if the engine has no such order. */
  readonly scanOf: (idColumn: string) => Scan;
  /**
   * A condition on rows of `messages`: they are between this member and another one, and their text has all of these words, the last
   * one as a prefix. Words consist of letters and digits. It uses the full-text index, and reads only this member's entries. The
   * condition `pair is not null` must be next to it.
   */
  readonly hasWords: (memberId: string, words: readonly string[], newest?: NewestMatches) => RawBuilder<SqlBool>;
  /**
   * Removes the words of deleted messages from the full-text index, in small writes. Searches do not find such messages, but until then
   * the index has their words. Call it after deletions, and at startup for what the last process has left.
   */
  removeDeletedWords(): Promise<void>;
  /**
   * Calls `begin` in a transaction. `isFirst` is true if no other process that called this still runs. On PostgreSQL `begin` is called
   * again when the connection that tells this to others was lost meanwhile.
   */
  joinRunning(begin: (tx: Tx<S>, isFirst: boolean) => Promise<void>): Promise<void>;
  /** Makes and checks a copy of the database while it is in use. Throws on PostgreSQL, for which there is pg_dump. */
  backup(path: string): Promise<void>;
  readonly health: () => DatabaseHealth;
  /** Waits for running writes, refuses later ones, and closes all connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The directory of the SQLite file. It is created if it does not exist. */
  readonly dataDir: string;
  /** For example postgres://…. The default is SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly migrations: readonly Migration[];
  /** Throws when nothing may be written, such as when this process has lost its lock. */
  readonly assertMayWrite?: () => void;
  /** Where connections to PostgreSQL come from. By default they are new, and close with the database. */
  readonly poolOf?: PoolOf | undefined;
}

/** Opens the database, checks its durability settings, and migrates it. Errors have messages for operators. */
export async function openDatabase<S = Schema>(options: DatabaseOptions): Promise<Db<S>> {
  const { dataDir, databaseUrl, migrations, assertMayWrite, poolOf } = options;
  const sqlite = databaseUrl ? null : openedFile<S>(dataDir);
  const db: Db<S> = withAfterCommit<S, Omit<Db<S>, 'afterCommit'>>(
    sqlite ? ofOneProcess<S, typeof sqlite>(sqlite) : await openShared<S>(databaseUrl ?? '', { assertMayWrite, poolOf }),
  );
  try {
    await migrate(db, migrations);
    sqlite?.keepSavepointsInMemory();
  } catch (error) {
    await db.close();
    throw sqlite === null ? error : fileFailure(error, databaseFile(dataDir));
  }
  return db;
}

function openedFile<S>(dataDir: string) {
  try {
    return openSqlite<S>(dataDir);
  } catch (error) {
    throw fileFailure(error, databaseFile(dataDir));
  }
}

/** A file is locked by the process that uses it, so there is no other process. */
const ofOneProcess = <S, D extends Pick<Db<S>, 'write'>>(db: D) => ({
  ...db,
  ...localTurns(),
  joinRunning: (begin: (tx: Tx<S>, isFirst: boolean) => Promise<void>) => db.write((tx) => begin(tx, true)),
});

async function openShared<S>(databaseUrl: string, options: Pick<DatabaseOptions, 'assertMayWrite' | 'poolOf'>) {
  // This module is loaded only where it is used.
  const { openSharedPostgres } = await import('./shared-postgres.ts');
  return openSharedPostgres<S>(databaseUrl, options);
}
