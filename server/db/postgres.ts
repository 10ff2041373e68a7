// The database on a PostgreSQL server. There is a pool for writes, and a pool that only reads.
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, Kysely, PostgresDialect, sql, type SqlBool, type Transaction } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { DatabaseFailure, errorCode } from './errors.ts';
import { type EngineHooks, GuardedDriver } from './guarded-driver.ts';
import { connectionTo } from './postgres-address.ts';
import { transactionId, wasCommitted } from './unconfirmed-commits.ts';
import { unreachable } from './unreachable-postgres.ts';
import { endWhenUnresponsive } from './unresponsive-server.ts';
import { WriteGuard } from './write-guard.ts';

const statementTimeoutMs = 15_000;
/** The longest wait for a new connection, or for a free one. */
const connectTimeoutMs = 5_000;
const connectionsAPool = 10;
/** How often a transaction is tried in case of conflicts before the error is thrown. */
const maxAttempts = 5;

export interface Connections {
  readonly options: Pool['options'];
  connect(): Promise<PoolClient>;
  /** Resolves once all connections are returned. */
  end(): Promise<void>;
  readonly ended: boolean;
  readonly totalCount: number;
  readonly waitingCount: number;
}

/** `options` are the settings of each connection, as on the command line of the server: `-c name=value`. */
export type PoolOf = (databaseUrl: string, options: string) => Connections;

/** Connects and checks the server. Throws DatabaseFailure when it cannot be reached, without the password in the message. */
export async function openPostgres<S>(databaseUrl: string, assertMayWrite = () => {}, poolOf: PoolOf = newPool) {
  // A server may be configured to acknowledge commits before they are on disk, which this setting prevents.
  const writers = poolOf(databaseUrl, '-c synchronous_commit=on');
  const readers = poolOf(databaseUrl, '-c default_transaction_read_only=on');
  const guard = new WriteGuard();
  const writing = new Kysely<S>({ dialect: guardedDialect(writers, { assertMayConnect: assertMayWrite, translate }) });
  const read = new Kysely<S>({
    dialect: guardedDialect(readers, { assertMayConnect: () => guard.assertOutside('read'), translate }),
  });
  const counts = { writes: 0, retries: 0 };
  /** The ids of transactions that have taken a lock or a sequence number. Others have none here, as asking for it is another round trip. */
  const transactionIds = new WeakMap<Transaction<S>, string>();
  const isStored = async (error: unknown, id: string | undefined): Promise<boolean> =>
    id !== undefined && errorCode(error) === 'database-unavailable' && (await wasCommitted(read, id));
  const close = async () => {
    await Promise.all([read.destroy(), writing.destroy()]);
    await Promise.all([writers, readers].filter((pool) => !pool.ended).map((pool) => pool.end()));
  };

  try {
    await sql`select 1`.execute(read);
  } catch (error) {
    await close();
    throw unreachable(databaseUrl, error);
  }

  return {
    engine: 'postgres' as const,
    read,
    async write<T>(work: (tx: Transaction<S>) => Promise<T>): Promise<T> {
      guard.assertOutside('write');
      for (let attempt = 1; ; attempt += 1) {
        const done: { result?: T; id?: string | undefined } = {};
        try {
          await writing.transaction().execute(async (tx) => {
            done.result = await guard.run(() => work(tx));
            done.id = transactionIds.get(tx);
          });
        } catch (error) {
          if (!(await isStored(error, done.id))) {
            if (attempt === maxAttempts || !isConflict(error)) throw error;
            counts.retries += 1;
            await delay(Math.random() * 20 * attempt);
            continue;
          }
        }
        counts.writes += 1;
        return done.result as T;
      }
    },
    scanOf: (idColumn: string) => ({ key: sql<string>`${sql.ref(idColumn)}`, start: '' }),
    async nextSequence(tx: Transaction<S>, ...keys: string[]): Promise<number> {
      // One statement, because each is a round trip. Counting the locks makes PostgreSQL take all of them before the number.
      const { rows } = await sql<{ value: number; id: string }>`with held as materialized (${locksOf(keys)})
        select nextval('server_sequence') as value, ${transactionId} as id from (select count(*) from held) as all_held`.execute(
        tx,
      );
      const [row] = rows;
      if (!row) throw new Error('The server sequence returned no number.');
      transactionIds.set(tx, row.id);
      return row.value;
    },
    async lock(tx: Transaction<S>, ...keys: string[]): Promise<void> {
      const { rows } = await sql<{ id: string }>`with held as materialized (${locksOf(keys)})
        select ${transactionId} as id from (select count(*) from held) as all_held`.execute(tx);
      if (rows[0]) transactionIds.set(tx, rows[0].id);
    },
    hasWords(memberId: string, words: readonly string[]) {
      return sql<SqlBool>`member_words(messages.body_text, messages.sender_id, messages.recipient_id)
        @@ member_query(${memberId}, ${words}::text[])`;
    },
    /** Nothing to do: PostgreSQL removes deleted rows from the index itself. */
    async removeDeletedWords(): Promise<void> {},
    async backup(_path: string): Promise<void> {
      throw new Error('A PostgreSQL database is backed up with pg_dump, not by this program.');
    },
    health: () => ({
      engine: 'postgres' as const,
      ...counts,
      connections: writers.totalCount + readers.totalCount,
      waiting: writers.waitingCount + readers.waitingCount,
    }),
    close,
  };
}

/** Sorted by lock number to avoid deadlocks. */
const locksOf = (keys: readonly string[]) => sql`select pg_advisory_xact_lock(hash) from (
  select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by hash
) as hashes`;

export function newPool(databaseUrl: string, options: string): Pool {
  const pool = new Pool(
    connectionTo<PoolConfig>(databaseUrl, {
      options,
      types: portableTypes,
      max: connectionsAPool,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      keepAlive: true,
    }),
  );
  // A broken connection is removed, and its query rejects. Without a listener, its error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenUnresponsive(client, { connectionString: databaseUrl });
  });
  return pool;
}

function guardedDialect(pool: Connections, hooks: EngineHooks): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new GuardedDriver(dialect.createDriver(), hooks),
    createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Values have the same types as in SQLite: all numbers are numbers, and booleans are 0 or 1. */
const portableTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === types.builtins.INT8) return safeInteger;
    if (oid === types.builtins.NUMERIC) return Number;
    if (oid === types.builtins.BOOL) return (text: string) => (text === 't' ? 1 : 0);
    return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a JavaScript number.`);
  return value;
}

/** A serialization failure or a deadlock. Another try may succeed. */
function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}

/** Failed connection, shutdown, too many connections, out of memory, or timeout of a statement or a transaction. */
const unavailableCodes = /^(08|57P0|53[023]|57014|25P03|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))/;
/** Messages of pg that have no code. */
const unavailableMessages = /connection terminated|timeout exceeded when trying to connect|not queryable|after calling end/i;

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFailure) return error;
  const code = errorCode(error) ?? '';
  if (code === '53100') return new DatabaseFailure('disk-full', 'There is no room left on the disk of the database.', error);
  if (unavailableCodes.test(code) || unavailableMessages.test(error.message)) {
    return new DatabaseFailure('database-unavailable', `The database is unavailable (${code || error.message}).`, error);
  }
  return error;
}
