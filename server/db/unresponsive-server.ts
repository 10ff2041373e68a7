// Ends connections to a PostgreSQL server that has stopped answering, for example because its process or the network is down.
import type { Socket } from 'node:net';
import { Client, DatabaseError, type ClientConfig, type PoolClient } from 'pg';

/** After this time without an answer to a statement, a new connection checks whether the server still answers. */
const silenceMs = 2_000;
const answerMs = 2_000;

/** If the server answers other connections, it is only a long statement, and the connection stays. */
export function endWhenUnresponsive(client: PoolClient, config: ClientConfig): void {
  const { connection } = client as PoolClient & { readonly connection: { readonly stream: Socket } };
  const { stream } = connection;
  const watch = (): void => void stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (isIdle(client)) return;
    // A socket emits `timeout` only once until something is transferred again.
    answers(config).then(watch, () => stream.destroy(new Error('Connection terminated: the server does not answer.')));
  });
  watch();
}

const isIdle = (client: PoolClient): boolean => Reflect.get(client, 'readyForQuery') === true;

async function answers(config: ClientConfig): Promise<void> {
  const asking = new Client({ ...config, connectionTimeoutMillis: answerMs });
  asking.on('error', () => undefined);
  try {
    await asking.connect();
  } catch (error) {
    // A server that refuses the connection, such as for having too many, has answered.
    if (!(error instanceof DatabaseError)) throw error;
  } finally {
    void asking.end().catch(() => undefined);
  }
}
