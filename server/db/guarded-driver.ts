// Wraps a database driver so that both engines refuse the same calls, throw the same errors, and handle failed transactions alike.
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely';

export interface EngineHooks {
  /** Throws if no connection may be used now. */
  readonly assertMayConnect: () => void;
  /** Converts an error of the engine to the one to throw. */
  readonly translate: (error: unknown) => unknown;
}

/** After a failed statement, a transaction runs no further statements and cannot commit, on both engines. */
export class GuardedDriver implements Driver {
  readonly #driver: Driver;
  readonly #hooks: EngineHooks;

  constructor(driver: Driver, hooks: EngineHooks) {
    this.#driver = driver;
    this.#hooks = hooks;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#hooks.assertMayConnect();
    const inner = await this.#translated(() => this.#driver.acquireConnection());
    return new GuardedConnection(inner, this.#hooks);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const guarded = asGuarded(connection);
    await this.#translated(() => this.#driver.beginTransaction(guarded.inner, settings));
    guarded.isInTransaction = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const guarded = asGuarded(connection);
    guarded.assertNothingFailed();
    await this.#translated(() => this.#driver.commitTransaction(guarded.inner));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { inner } = asGuarded(connection);
    return this.#translated(() => this.#driver.rollbackTransaction(inner));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(asGuarded(connection).inner);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#hooks.translate(error);
    }
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #hooks: EngineHooks;
  isInTransaction = false;
  #failure: { readonly cause: unknown } | undefined;

  constructor(inner: DatabaseConnection, hooks: EngineHooks) {
    this.inner = inner;
    this.#hooks = hooks;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.assertNothingFailed();
    try {
      return await this.inner.executeQuery<R>(query);
    } catch (error) {
      const translated = this.#hooks.translate(error);
      if (this.isInTransaction) this.#failure = { cause: translated };
      throw translated;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: page by key instead, which both engines do alike.');
  }

  assertNothingFailed(): void {
    if (!this.#failure) return;
    throw new Error('A statement of this transaction failed earlier, so nothing of it is stored.', this.#failure);
  }
}

function asGuarded(connection: DatabaseConnection): GuardedConnection {
  if (connection instanceof GuardedConnection) return connection;
  throw new TypeError('This connection belongs to another driver.');
}
