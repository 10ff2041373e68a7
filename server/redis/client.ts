// Connects to Redis, and says in a sentence why it cannot be used.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface RedisOptions {
  /** The longest wait for a command. */
  readonly waitMs: number;
  /** How long startup waits for Redis. */
  readonly startWithinMs: number;
}

type Argument = string | number;

const firstRetryMs = 100;
const maxRetryMs = 1_000;

/** A client whose commands fail at once while there is no connection. It connects again by itself. */
export function redisClient(url: string, { waitMs }: Pick<RedisOptions, 'waitMs'>): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    commandTimeout: waitMs,
    // A connection without answers is replaced, since its end is noticed late when packets are lost.
    socketTimeout: waitMs * 4,
    connectTimeout: maxRetryMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * firstRetryMs, maxRetryMs),
  });
  // Failed commands say what is wrong.
  client.on('error', () => undefined);
  return client;
}

/** Throws an error whose message an operator can act on. */
export async function checkedConnection(url: string, options: RedisOptions): Promise<void> {
  let lastError: unknown = null;
  const endsAtMs = performance.now() + options.startWithinMs;
  do {
    const client = new Redis(url, { lazyConnect: true, connectTimeout: maxRetryMs, retryStrategy: () => null });
    client.on('error', (error) => (lastError = error));
    try {
      await client.connect();
      refuseEviction(await client.info('memory'));
      return;
    } catch (error) {
      if (error instanceof UnfitRedis) throw error;
      lastError = isEnd(error) ? (lastError ?? error) : error;
      if (isRefusal(lastError)) break;
    } finally {
      client.disconnect();
    }
    await sleep(firstRetryMs);
  } while (performance.now() < endsAtMs);
  throw new UnfitRedis(sentenceFor(url, lastError));
}

class UnfitRedis extends Error {}

const isEnd = (error: unknown): boolean => error instanceof Error && /Connection is closed/.test(error.message);

const isRefusal = (error: unknown): boolean => /^(?:WRONGPASS|NOAUTH|NOPERM|ERR)\b/.test(textOf(error));

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Without the user name and the password. */
function sentenceFor(url: string, error: unknown): string {
  const { protocol, hostname, port } = new URL(url);
  const code = (error as { readonly code?: unknown } | null)?.code;
  const reason = isRefusal(error) ? /^\w+/.exec(textOf(error))?.[0] : typeof code === 'string' ? code : 'no answer';
  const reached =
    protocol === 'rediss:' ? 'answers with TLS and a certificate that Node trusts' : 'can be reached from this machine';
  const remedy = isRefusal(error)
    ? 'Check the user name, the password and the number of the database in REDIS_URL.'
    : `Check the address in REDIS_URL, and whether Redis runs and ${reached}.`;
  return `The Redis of REDIS_URL cannot be used at ${hostname}:${port === '' ? 6_379 : port} (${reason}). ${remedy}`;
}

/** Keys that are removed before they expire would let limits begin anew. */
function refuseEviction(memory: string): void {
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  const [, max = '0'] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
  if (max !== '0' && policy !== 'noeviction')
    throw new UnfitRedis(
      `The Redis of REDIS_URL removes keys when its memory is full (maxmemory-policy ${policy}), and limits would begin anew. Set its maxmemory-policy to noeviction.`,
    );
}

/** Sends the commands of one turn of the event loop together, since each write is a call of the system. */
function batchWrites({ stream }: Redis): void {
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

const shaOf = (script: string): string => createHash('sha1').update(script).digest('hex');

/** A script as a function. Redis is sent its text only when it does not have it. */
export function scriptOf(client: Redis, script: string) {
  const sha = shaOf(script);
  return async (keys: readonly string[], args: readonly Argument[]): Promise<unknown> => {
    batchWrites(client);
    try {
      return await client.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!textOf(error).startsWith('NOSCRIPT')) throw error;
      return client.eval(script, keys.length, ...keys, ...args);
    }
  };
}
