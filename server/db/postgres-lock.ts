// The lock on a PostgreSQL database: a session's advisory lock. One process has it alone, or processes that follow each other's changes
// share it.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseFailure } from './errors.ts';
import { refuseSchemaOf } from './own-schema.ts';
import { connectionTo } from './postgres-address.ts';
import { unreachable } from './unreachable-postgres.ts';

/** The numbers of two locks. They are arbitrary, but differ from those of the other locks, such as the one for migrations. */
const processLock = 7_203_412;
const countingLock = 7_203_416;
const heartbeatEveryMs = 3_000;
const queryTimeoutMs = 4_000;
/** If the server has not answered for this long, the connection may be lost, for example because this process was stopped. */
const maxSilenceMs = 10_000;
const retryEveryMs = 250;

type Attempt = 'held' | 'taken' | 'retry';

/**
 * Returns null while another process has the lock alone or, if this one wants it alone, while another process has it at all. Throws
 * DatabaseFailure when the server cannot be reached ('database-unavailable'), or the tables are another program's ('wrong-data').
 */
export async function tryLockPostgres(
  databaseUrl: string,
  isShared: boolean,
  onTaken: (reason: string) => void,
): Promise<PostgresLock | null> {
  const lock = new PostgresLock(databaseUrl, isShared, onTaken);
  let attempt: Attempt | undefined;
  try {
    attempt = await lock.acquire();
  } finally {
    if (attempt !== 'held') await lock.close();
  }
  return attempt === 'held' ? lock : null;
}

class PostgresLock {
  readonly #databaseUrl: string;
  readonly #isShared: boolean;
  readonly #onTaken: (reason: string) => void;
  /** By this name, a new connection finds an earlier one of this process whose loss the server has not noticed. */
  readonly #name = `community ${randomUUID()}`;
  readonly #heartbeats: NodeJS.Timeout;
  #client: Client | undefined;
  /** The number of this run. Odd for a process that runs alone; even, and the same, for processes that share the database. */
  #run: string | undefined;
  #isHeld = false;
  #isClosed = false;
  #answeredMs = 0;

  constructor(databaseUrl: string, isShared: boolean, onTaken: (reason: string) => void) {
    this.#databaseUrl = databaseUrl;
    this.#isShared = isShared;
    this.#onTaken = onTaken;
    this.#heartbeats = setInterval(() => void this.#heartbeat(), heartbeatEveryMs).unref();
  }

  assertHeld(): void {
    if (this.#isHeld && performance.now() - this.#answeredMs < maxSilenceMs) return;
    throw new DatabaseFailure('database-unavailable', 'The connection that locks the database is lost.');
  }

  async acquire(): Promise<Attempt> {
    const client = new Client(
      connectionTo(this.#databaseUrl, {
        application_name: this.#name,
        keepAlive: true,
        connectionTimeoutMillis: queryTimeoutMs,
        query_timeout: queryTimeoutMs,
      }),
    );
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await client.connect().catch((error: unknown) => {
        throw unreachable(this.#databaseUrl, error);
      });
      const attempt = await this.#lock(client);
      if (attempt === 'held') {
        this.#answeredMs = performance.now();
        this.#isHeld = this.#client === client;
        return this.#isHeld ? 'held' : 'retry';
      }
      this.#end(client);
      return attempt;
    } catch (error) {
      this.#end(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isHeld = false;
    clearInterval(this.#heartbeats);
    await this.#client?.end().catch(() => undefined);
  }

  async #lock(client: Client): Promise<Attempt> {
    const ended = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [this.#name],
    );
    const tryLock = this.#isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query<{ is_held: boolean }>(`select ${tryLock}(${processLock}) as is_held`);
    if (!rows[0]?.is_held) return ended.rowCount === 0 ? 'taken' : 'retry';
    if (this.#run === undefined) {
      await refuseSchemaOf(client);
      const next = this.#isShared ? 'last_value + last_value % 2' : 'last_value + 1 + last_value % 2';
      // One transaction, since two processes cannot create a sequence at once. Unlike nextval, setval skips no number after a crash.
      await client.query(`
        select pg_advisory_xact_lock(${countingLock});
        create sequence if not exists server_runs;
        select setval('server_runs', ${next}) from server_runs`);
    }
    const found = await client.query<{ run: string }>('select last_value as run from server_runs');
    const run = found.rows[0]?.run;
    if (this.#run !== undefined && run !== this.#run) return 'taken';
    this.#run = run;
    return 'held';
  }

  async #heartbeat(): Promise<void> {
    const client = this.#client;
    if (!this.#isHeld || client === undefined) return;
    try {
      await client.query('select 1');
      this.#answeredMs = performance.now();
    } catch {
      this.#lose(client);
    }
  }

  #end(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    void client.end().catch(() => undefined);
  }

  #lose(client: Client): void {
    const wasHeld = this.#isHeld && this.#client === client;
    this.#end(client);
    if (!wasHeld || this.#isClosed) return;
    this.#isHeld = false;
    void this.#regain();
  }

  async #regain(): Promise<void> {
    while (!this.#isClosed) {
      const attempt = await this.acquire().catch((): Attempt => 'retry');
      if (attempt === 'held') return;
      if (attempt === 'taken') return this.#onTaken('Another process has taken over this PostgreSQL database, so this one ends.');
      await delay(retryEveryMs);
    }
  }
}
