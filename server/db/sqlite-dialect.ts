// Kysely dialects for better-sqlite3: one for the writer, one for the connection that only reads.
import type { Database, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { type EngineHooks, GuardedDriver } from './guarded-driver.ts';
import type { GroupWriter, GroupedTransaction } from './sqlite-writer.ts';

/** The driver of `write`. Its transactions join groups of the writer. */
export function writingDialect(handle: Database, writer: GroupWriter, hooks: EngineHooks): Dialect {
  return dialectOf(new GuardedDriver(new WritingDriver(handle, writer), hooks));
}

/** The driver of `read`. It runs single statements and sees only committed rows. */
export function readingDialect(handle: Database, hooks: EngineHooks): Dialect {
  return dialectOf(new GuardedDriver(new ReadingDriver(handle), hooks));
}

function dialectOf(driver: Driver): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Says that there are several connections. Otherwise Kysely would run transactions one by one, and they could not share commits. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class WritingDriver implements Driver {
  readonly #writer: GroupWriter;
  readonly #handle: Database;
  readonly #prepare: (sql: string) => Statement;

  constructor(handle: Database, writer: GroupWriter) {
    this.#handle = handle;
    this.#writer = writer;
    this.#prepare = preparedOnce(handle);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WritingConnection> {
    return new WritingConnection(this.#writer, this.#prepare);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    asWriting(connection).transaction = await this.#writer.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#writer.commit(asWriting(connection).runningTransaction());
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#writer.rollback(asWriting(connection).runningTransaction());
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.close();
    this.#handle.close();
  }
}

class WritingConnection implements DatabaseConnection {
  transaction: GroupedTransaction | undefined;
  readonly #writer: GroupWriter;
  readonly #prepare: (sql: string) => Statement;

  constructor(writer: GroupWriter, prepare: (sql: string) => Statement) {
    this.#writer = writer;
    this.#prepare = prepare;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = this.runningTransaction();
    this.#writer.assertRunning(transaction);
    let result: QueryResult<R>;
    try {
      result = runStatement<R>(this.#prepare(query.sql), query.parameters);
    } catch (error) {
      throw this.#writer.failIfEnded(transaction, error) ?? error;
    }
    const ended = this.#writer.failIfEnded(transaction);
    if (ended) throw ended;
    return result;
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed.');
  }

  runningTransaction(): GroupedTransaction {
    if (this.transaction) return this.transaction;
    throw new Error('Statements of the writer run inside write only.');
  }
}

class ReadingDriver implements Driver {
  readonly #handle: Database;
  readonly #connection: DatabaseConnection;

  constructor(handle: Database) {
    const prepare = preparedOnce(handle);
    this.#handle = handle;
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery) => runStatement<R>(prepare(query.sql), query.parameters),
      streamQuery: () => {
        throw new Error('Rows are not streamed.');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('db.read has no transactions: use write.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#handle.close();
  }
}

/** More than all features need. Lists `in (...)` of varying length would otherwise fill the memory. */
const maxStatements = 2_000;

function preparedOnce(handle: Database): (sql: string) => Statement {
  const statements = new BoundedMap<string, Statement>(maxStatements);
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = handle.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

function runStatement<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  // The cast is safe, because Kysely derived the row type from this query.
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

function asWriting(connection: DatabaseConnection): WritingConnection {
  if (connection instanceof WritingConnection) return connection;
  throw new TypeError('This connection belongs to another driver.');
}
