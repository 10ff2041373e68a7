// The database on a PostgreSQL server: one pool that writes, one that may only read.
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, Kysely, PostgresDialect, sql, type SqlBool, type Transaction } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import { DatabaseTrouble, errorCode } from './errors.ts';
import { type EngineEdge, GuardedDriver } from './guarded-driver.ts';
import { wordsOfMessage } from './message-words.ts';
import { WriteGuard } from './write-guard.ts';

const statementTimeoutMs = 15_000;
const connectTimeoutMs = 5_000;
const connectionsAPool = 10;
/** A transaction that lost against another is run again this often before its error is given out. */
const mostAttempts = 5;

/** Connects and asks the server once. Throws DatabaseTrouble when it cannot be reached; the address in the text has no password. */
export async function openPostgres<S>(databaseUrl: string) {
  // Said for both pools, because a server may be set to answer before its disk has the rows.
  const writers = poolOf(databaseUrl, '-c synchronous_commit=on');
  const readers = poolOf(databaseUrl, '-c default_transaction_read_only=on');
  const guard = new WriteGuard();
  const writing = new Kysely<S>({ dialect: guardedDialect(writers, { assertMayConnect: () => undefined, translate }) });
  const read = new Kysely<S>({
    dialect: guardedDialect(readers, { assertMayConnect: () => guard.assertOutside('read'), translate }),
  });
  const facts = { writes: 0, retries: 0 };
  const close = async () => {
    await Promise.all([read.destroy(), writing.destroy()]);
    await Promise.all([writers, readers].filter((pool) => !pool.ended).map((pool) => pool.end()));
  };

  try {
    await sql`select 1`.execute(read);
  } catch (error) {
    await close();
    const { host, pathname } = new URL(databaseUrl);
    throw new DatabaseTrouble('database-unavailable', `PostgreSQL at ${host}${pathname} cannot be reached.`, error);
  }

  return {
    engine: 'postgres' as const,
    read,
    async write<T>(work: (tx: Transaction<S>) => Promise<T>): Promise<T> {
      guard.assertOutside('write');
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await writing.transaction().execute((tx) => guard.run(() => work(tx)));
          facts.writes += 1;
          return result;
        } catch (error) {
          if (attempt === mostAttempts || !hasLostARace(error)) throw error;
          facts.retries += 1;
          await delay(Math.random() * 20 * attempt);
        }
      }
    },
    async nextSequence(tx: Transaction<S>): Promise<number> {
      const { rows } = await sql<{ value: number }>`select nextval('server_sequence') as value`.execute(tx);
      const [row] = rows;
      if (!row) throw new Error('The server sequence gave no number.');
      return row.value;
    },
    async lock(tx: Transaction<S>, ...keys: string[]): Promise<void> {
      // Sorted by what is really locked, so that two writes never wait for each other crosswise.
      await sql`select pg_advisory_xact_lock(hash) from (
        select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by hash
      ) as hashes`.execute(tx);
    },
    hasWords(memberId: string, words: readonly string[]) {
      const last = words.length - 1;
      const query = words.map((word, place) => `'${word}'${place === last ? ':*' : ''}`).join(' & ');
      return sql<SqlBool>`(messages.sender_id = ${memberId} or messages.recipient_id = ${memberId})
        and ${wordsOfMessage} @@ to_tsquery('simple', ${query})`;
    },
    /** Rows take their words along. */
    async forgetWords(): Promise<void> {},
    async backup(_path: string): Promise<void> {
      throw new Error('A PostgreSQL database is backed up with pg_dump, not by this program.');
    },
    health: () => ({
      engine: 'postgres' as const,
      ...facts,
      connections: writers.totalCount + readers.totalCount,
      waiting: writers.waitingCount + readers.waitingCount,
    }),
    close,
  };
}

function poolOf(databaseUrl: string, options: string): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    options,
    types: portableTypes,
    max: connectionsAPool,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
  });
  // A broken connection is dropped and its query, if any, rejects. The events say it again, idle and in use; unheard, they would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function guardedDialect(pool: Pool, edge: EngineEdge): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new GuardedDriver(dialect.createDriver(), edge),
    createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Values come as they do from SQLite: whole and decimal numbers as number, truth as 0 or 1. */
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

/** Serialization failure or deadlock: the same transaction may well succeed when run again. */
function hasLostARace(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}

/** Connection trouble, shutting down, too many connections, out of memory, statement took too long. */
const unavailableCodes = /^(08|57P0|53[023]|57014|25P03|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))/;
/** What pg says without a code. */
const unavailableWords = /connection terminated|timeout exceeded when trying to connect|not queryable|after calling end/i;

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseTrouble) return error;
  const code = errorCode(error) ?? '';
  if (code === '53100') return new DatabaseTrouble('disk-full', 'There is no room left on the disk of the database.', error);
  if (unavailableCodes.test(code) || unavailableWords.test(error.message)) {
    return new DatabaseTrouble('database-unavailable', `The database cannot serve now (${code || error.message}).`, error);
  }
  return error;
}
