// Publishes this process's sockets to the other processes: in a hash in Redis, which expires some seconds after the process has ended.
// Names are keyed hashes.
import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Presence } from '#server/outside/presence.ts';
import { redisClient, scriptOf, type RedisOptions } from './client.ts';

interface Times {
  /** For how long others read the values of a process that was killed. */
  readonly keptMs: number;
  /** How often a process renews its hash, and tries to reach a lost Redis. */
  readonly renewMs: number;
}

interface Options extends Pick<RedisOptions, 'waitMs'>, Times {
  readonly secret: string;
  readonly processName: string;
  /** Called when Redis is lost, with the error, and when it is back, with null. */
  readonly onChange: (error: Error | null) => void;
}

const maxPublishedAtOnce = 1_000;

/**
 * Arguments: name of the process, time to keep, `all` or `more`, and values by name, empty to remove one. Returns the processes, or nil
 * if `more` finds no hash.
 */
const publishScript = `
  if ARGV[3] == 'all' then redis.call('DEL', KEYS[1])
  elseif redis.call('EXISTS', KEYS[1]) == 0 then return false end
  redis.call('HSET', KEYS[1], '', '')
  for at = 4, #ARGV, 2 do
    if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at])
    else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
  return redis.call('ZRANGE', KEYS[2], 0, -1)
`;

/** Arguments: name of the process, name of the value, and the prefix of the hashes' names. */
const valuesOfOthersScript = `
  local values = {}
  for _, process in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local value = process ~= ARGV[1] and redis.call('HGET', ARGV[3] .. process, ARGV[2])
    if value then table.insert(values, value) end
  end
  return values
`;

/** Throws if Redis does not answer. */
export async function openRedisPresence(url: string, options: Options): Promise<RedisPresence> {
  const presence = new RedisPresence(url, options);
  await presence.start();
  return presence;
}

export class RedisPresence implements Presence {
  readonly #options: Options;
  readonly #client: Redis;
  readonly #prefix: string;
  readonly #runPublish: ReturnType<typeof scriptOf>;
  readonly #runValuesOfOthers: ReturnType<typeof scriptOf>;
  readonly #listeners: (() => void)[] = [];
  /** All values of this process by name, for a Redis that has lost them. */
  readonly #values = new Map<string, string>();
  readonly #unpublished = new Set<string>();
  #isLost = false;
  #processes: readonly string[] = [];
  #publishing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, options: Options) {
    this.#options = options;
    this.#client = redisClient(url, options);
    this.#prefix = `presence:${this.#hashOf('names of presence').slice(0, 8)}`;
    this.#runPublish = scriptOf(this.#client, publishScript);
    this.#runValuesOfOthers = scriptOf(this.#client, valuesOfOthersScript);
  }

  async start(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#publishAll();
    } catch (error) {
      this.#client.disconnect();
      throw error;
    }
    this.#client.on('close', () => this.#lose(new Error('The connection to Redis ended.')));
    this.#client.on('ready', () => void this.#publishNew());
    this.#timer = setInterval(() => void this.#publishNew(), this.#options.renewMs).unref();
  }

  publish(key: string, value: string | null): void {
    const name = this.#nameOf(key);
    if (value === null) this.#values.delete(name);
    else this.#values.set(name, value);
    this.#unpublished.add(name);
    if (!this.#isLost) void this.#publishNew();
  }

  async valuesOfOthers(key: string): Promise<readonly string[] | null> {
    if (this.#isLost) return null;
    await this.#publishNew();
    if (this.#isLost) return null;
    try {
      const args = [this.#options.processName, this.#nameOf(key), this.#hashNameOf('')];
      return ((await this.#runValuesOfOthers([this.#processesName], args)) as readonly unknown[]).map(String);
    } catch (error) {
      this.#lose(error);
      return null;
    }
  }

  shareOf(key: string, max: number): number {
    if (!this.#isLost) return max;
    const processes = Math.max(1, this.#processes.length);
    // The remainder goes to other processes for each key.
    const turn = Number.parseInt(Buffer.from(this.#nameOf(key)).toString('hex').slice(0, 12), 16);
    const rank = (Math.max(0, this.#processes.indexOf(this.#options.processName)) + turn) % processes;
    return Math.floor(max / processes) + (rank < max % processes ? 1 : 0);
  }

  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get knownProcesses(): number {
    return this.#processes.length;
  }

  /** How many values have changed since the last attempt to publish. */
  get unpublishedCount(): number {
    return this.#unpublished.size;
  }

  /** Removes the hash, so that others know at once that this process has no sockets. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#client.removeAllListeners('close');
    this.#client.removeAllListeners('ready');
    const { processName } = this.#options;
    await this.#publishing;
    const left = [this.#client.zrem(this.#processesName, processName), this.#client.del(this.#hashNameOf(processName))];
    await Promise.allSettled(left);
    this.#client.disconnect();
  }

  get #processesName(): string {
    return `${this.#prefix}:processes`;
  }

  #hashNameOf(processName: string): string {
    return `${this.#prefix}:of:${processName}`;
  }

  #hashOf(text: string): string {
    return createHmac('sha256', this.#options.secret).update(text).digest('base64url');
  }

  #nameOf(key: string): string {
    return this.#hashOf(`note ${key}`).slice(0, 22);
  }

  /** Publishes new values after the running publication. Resolves when all values from before the call are in Redis, or it is lost. */
  #publishNew(): Promise<void> {
    return (this.#next ??= this.#publishing.then(() => {
      this.#next = null;
      return (this.#publishing = this.#publishOnce());
    }));
  }

  async #publishOnce(): Promise<void> {
    if (this.#client.status !== 'ready') {
      // When Redis is back, all values are published.
      this.#unpublished.clear();
      return this.#lose(new Error('There is no connection to Redis.'));
    }
    try {
      const names = [...this.#unpublished];
      this.#unpublished.clear();
      if (this.#isLost || !(await this.#send(names, 'more'))) await this.#publishAll();
      if (!this.#isLost) return;
      this.#isLost = false;
      this.#options.onChange(null);
    } catch (error) {
      this.#lose(error);
    }
  }

  async #publishAll(): Promise<void> {
    this.#unpublished.clear();
    const isPublished = await this.#send([...this.#values.keys()], 'all');
    if (!isPublished) throw new Error('Redis has lost what it stored.');
  }

  /** False if Redis has lost the hash. */
  async #send(names: readonly string[], kind: 'all' | 'more'): Promise<boolean> {
    const { keptMs, processName } = this.#options;
    const keys = [this.#hashNameOf(processName), this.#processesName];
    for (let from = 0; from === 0 || from < names.length; from += maxPublishedAtOnce) {
      const values = names.slice(from, from + maxPublishedAtOnce).flatMap((name) => [name, this.#values.get(name) ?? '']);
      const found = await this.#runPublish(keys, [processName, keptMs, from === 0 ? kind : 'more', ...values]);
      if (!Array.isArray(found)) return false;
      this.#processes = found.map(String).toSorted();
    }
    return true;
  }

  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.onChange(error instanceof Error ? error : new Error(String(error)));
    for (const listener of this.#listeners) listener();
  }
}
