// Wakes the other processes of a PostgreSQL database. A wake may be lost with the connection, so nobody may depend on it.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo } from './postgres-address.ts';

export interface Wakes {
  /** Wakes the others. Calls in the meantime are one wake, which is urgent if one of them is. */
  wakeOthers(isUrgent: boolean): void;
  close(): Promise<void>;
}

const channel = 'changes';
const answerMs = 4_000;
const retryEveryMs = 250;

/** Follows the id of the process that sends an urgent wake. */
const urgentMark = ' urgent';

/** Calls `onWake` for each wake of another process, which has another `id`, and, as for an urgent one, after each connection. */
export function openWakes(databaseUrl: string, id: string, onWake: (isUrgent: boolean) => void): Wakes {
  let client: Client | null = null;
  let isClosed = false;
  let wanted: 'none' | 'soon' | 'now' = 'none';
  let isSending = false;

  async function connected(): Promise<void> {
    const next = new Client(
      connectionTo(databaseUrl, { keepAlive: true, connectionTimeoutMillis: answerMs, query_timeout: answerMs }),
    );
    const ended = new Promise<void>((resolve) => {
      next.on('error', () => resolve());
      next.on('end', () => resolve());
    });
    next.on('notification', ({ payload = '' }) => payload.startsWith(id) || onWake(payload.endsWith(urgentMark)));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (isClosed) return;
      client = next;
      onWake(true);
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
    while (wanted !== 'none' && client !== null) {
      const payload = wanted === 'now' ? `${id}${urgentMark}` : id;
      wanted = 'none';
      await client.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
    }
    isSending = false;
  }

  const connecting = stayConnected();
  return {
    wakeOthers(isUrgent) {
      if (isUrgent) wanted = 'now';
      else if (wanted === 'none') wanted = 'soon';
      if (!isSending) void send();
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
      await connecting;
    },
  };
}
