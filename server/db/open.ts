// Opens the database of this server on either engine, and applies missing migrations.
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { NewestMatches } from './member-words.ts';
import { type Engine, migrate, type Migration } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Scan } from './scan.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type { Migration } from './migrate.ts';

/** The transaction of a write. */
export type Tx<S = Schema> = Transaction<S>;

export interface DatabaseHealth {
  readonly engine: Engine;
  /** Transactions committed since open. */
  readonly writes: number;
  /** Transactions that are waiting for their turn or for a connection. */
  readonly waiting: number;
}

export interface Db<S = Schema> {
  readonly engine: Engine;
  /** A read-only handle outside transactions, which sees committed rows only. Throws inside a running write. */
  readonly read: Kysely<S>;
  /**
   * Runs `work` in one transaction and resolves only when its commit is durable. Inside, only `tx` may be awaited. On PostgreSQL
   * `work` may run more than once, so it changes nothing but rows. Rejects with what `work` threw, a constraint's error, or
   * DatabaseTrouble ('database-unavailable', 'disk-full'); after any of them nothing of it is stored.
   */
  write<T>(work: (tx: Tx<S>) => Promise<T>): Promise<T>;
  /** The next number of the server's sequence, which orders messages and their changes, after locking these keys. Call inside write. */
  nextSequence(tx: Tx<S>, ...keys: string[]): Promise<number>;
  /** Orders commits with the same key by their sequence numbers. Pass all keys in one call. */
  lock(tx: Tx<S>, ...keys: string[]): Promise<void>;
  /** For reading a whole table in the order in which it is stored, or by this id where the engine has no such order. */
  readonly scanOf: (idColumn: string) => Scan;
  /**
   * A condition on rows of `messages`: between this member and another one, and all of these words in its text, the last one
   * as a prefix. Words are letters and digits only. Uses the full-text index created by the migrations, of which it reads only
   * this member's entries. The condition `pair is not null` must stand beside it.
   */
  readonly hasWords: (memberId: string, words: readonly string[], newest?: NewestMatches) => RawBuilder<SqlBool>;
  /**
   * Removes the words of deleted messages from the full-text index, in separate small writes. Searches do not find such messages,
   * but the index contains their words until then. Call it after deletions, and at the start for those left by the last process.
   */
  forgetWords(): Promise<void>;
  /** Makes a checked copy of the database while it is in use. Throws on PostgreSQL, which has pg_dump. */
  backup(path: string): Promise<void>;
  readonly health: () => DatabaseHealth;
  /** Finishes running writes, refuses later ones, and closes all handles. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Directory of the SQLite file; created if missing. */
  readonly dataDir: string;
  /** postgres://… ; without it the database is SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly migrations: readonly Migration[];
  /** Throws when nothing may be written, such as when this process has lost its lock. */
  readonly assertMayWrite?: () => void;
}

/** Opens the database, checks its durability settings, and migrates it. Errors have messages for operators. */
export async function openDatabase<S = Schema>(options: DatabaseOptions): Promise<Db<S>> {
  const { dataDir, databaseUrl, migrations, assertMayWrite } = options;
  const sqlite = databaseUrl ? null : openSqlite<S>(dataDir);
  const db: Db<S> = sqlite ?? (await openPostgres<S>(databaseUrl ?? '', assertMayWrite));
  try {
    await migrate(db, migrations);
    sqlite?.keepSavepointsInMemory();
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
