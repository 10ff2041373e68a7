// The connection with which a process holds its locks on a PostgreSQL database. They end with the connection, however it ends.
import { Client } from 'pg';
import { DatabaseFailure } from './errors.ts';
import { connectionTo } from './postgres-address.ts';

const beatEveryMs = 3_000;
const answerMs = 4_000;
/** If the server has not answered for this long, others may soon end the connection, for example because this process was stopped. */
const maxSilenceMs = 10_000;
/** Lets the server notice within 20 seconds that a machine is gone. */
const keepalives = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** One connection of the session. A later connection holds none of its locks. */
export interface SessionConnection {
  readonly isLost: boolean;
  ask<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Releases all its locks. */
  end(): Promise<void>;
}

/** Connects when it is first used, and again after the connection was lost. */
export class ProcessSession {
  readonly #databaseUrl: string;
  readonly #onLost: () => void;
  readonly #beats: NodeJS.Timeout;
  #current: Connection | undefined;
  #isClosed = false;

  constructor(databaseUrl: string, onLost: () => void) {
    this.#databaseUrl = databaseUrl;
    this.#onLost = onLost;
    this.#beats = setInterval(() => void this.#current?.ask('select 1').catch(() => undefined), beatEveryMs).unref();
  }

  /** Throws DatabaseFailure 'database-unavailable'. */
  async connection(): Promise<SessionConnection> {
    if (this.#isClosed) throw unavailable('The database is closed.');
    if (this.#current === undefined || this.#current.isLost) {
      void this.#current?.end();
      const connection: Connection = new Connection(this.#databaseUrl, () => this.#lose(connection));
      this.#current = connection;
    }
    const current = this.#current;
    await current.connected;
    return current;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beats);
    await this.#current?.end();
  }

  #lose(connection: Connection): void {
    if (!this.#isClosed && this.#current === connection) this.#onLost();
  }
}

class Connection implements SessionConnection {
  readonly #client: Client;
  readonly #onLost: () => void;
  readonly connected: Promise<void>;
  #last: Promise<unknown>;
  #answeredMs = 0;
  #hasConnected = false;
  #hasEnded = false;

  constructor(databaseUrl: string, onLost: () => void) {
    this.#onLost = onLost;
    this.#client = new Client(
      connectionTo(databaseUrl, {
        options: keepalives,
        keepAlive: true,
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
      }),
    );
    this.#client.on('error', () => void this.end());
    this.#client.on('end', () => void this.end());
    this.connected = this.#connect();
    this.#last = this.connected.catch(() => undefined);
  }

  get isLost(): boolean {
    return this.#hasEnded || (this.#hasConnected && performance.now() - this.#answeredMs > maxSilenceMs);
  }

  /** One statement at a time. A connection on which one fails is not used again. */
  ask<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = this.#last.then(async () => {
      if (this.#hasEnded) throw unavailable('The connection with the locks of this process is lost.');
      try {
        const { rows } = await this.#client.query<Row>(statement, [...values]);
        this.#answeredMs = performance.now();
        return rows;
      } catch (error) {
        await this.end();
        throw unavailable('The connection with the locks of this process is lost.', error);
      }
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#hasConnected) this.#onLost();
    await this.#client.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    try {
      await this.#client.connect();
      this.#answeredMs = performance.now();
      this.#hasConnected = true;
    } catch (error) {
      await this.end();
      throw unavailable('The database cannot be reached.', error);
    }
  }
}

const unavailable = (message: string, cause?: unknown): DatabaseFailure =>
  new DatabaseFailure('database-unavailable', message, cause);
