// Ends connections to a PostgreSQL server that no longer answers, such as a stopped process or a network that drops everything.
import type { Socket } from 'node:net';
import { Client, type ClientConfig, type PoolClient } from 'pg';

/** After this silence of a connection with a running statement the server is asked on a new connection. */
const silenceMs = 2_000;
const answerMs = 2_000;

/** A long statement on a server that answers others is left alone. */
export function endWhenMute(client: PoolClient, config: ClientConfig): void {
  const { connection } = client as PoolClient & { readonly connection: { readonly stream: Socket } };
  const { stream } = connection;
  const watch = (): void => void stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (isIdle(client)) return;
    // A socket reports its silence once.
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
  } finally {
    void asking.end().catch(() => undefined);
  }
}
