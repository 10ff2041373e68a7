// Wakes the other processes of a PostgreSQL database. A wake may be lost with the connection, so nobody may depend on it.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo } from './postgres-address.ts';

export interface Wakes {
  /** Wakes the others soon. Calls in the meantime are one wake. */
  wakeOthers(): void;
  close(): Promise<void>;
}

const channel = 'changes';
const answerMs = 4_000;
const retryEveryMs = 250;

/** Calls `onWake` for each wake of another process, which has another `id`, and after each connection. */
export function openWakes(databaseUrl: string, id: string, onWake: () => void): Wakes {
  let client: Client | null = null;
  let isClosed = false;
  let isWanted = false;
  let isSending = false;

  async function connected(): Promise<void> {
    const next = new Client(
      connectionTo(databaseUrl, { keepAlive: true, connectionTimeoutMillis: answerMs, query_timeout: answerMs }),
    );
    const ended = new Promise<void>((resolve) => {
      next.on('error', () => resolve());
      next.on('end', () => resolve());
    });
    next.on('notification', ({ payload }) => payload === id || onWake());
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (isClosed) return;
      client = next;
      onWake();
      await ended;
    } finally {
      client = null;
      await next.end().catch(() => undefined);
    }
  }

  async function stayConnected(): Promise<void> {
    while (!isClosed) {
      await connected().catch(() => undefined);
      if (!isClosed) await delay(retryEveryMs);
    }
  }

  async function send(): Promise<void> {
    isSending = true;
    while (isWanted && client !== null) {
      isWanted = false;
      await client.query('select pg_notify($1, $2)', [channel, id]).catch(() => undefined);
    }
    isSending = false;
  }

  const connecting = stayConnected();
  return {
    wakeOthers() {
      isWanted = true;
      if (!isSending) void send();
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
      await connecting;
    },
  };
}
