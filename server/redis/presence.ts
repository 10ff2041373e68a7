// Tells other processes of this one's sockets: a hash in Redis for each process, which ends some seconds after it. Names are keyed hashes.
import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Presence } from '#server/outside/presence.ts';
import { redisClient, scriptOf, type RedisOptions } from './client.ts';

interface Times {
  /** For how long others read what a process has told that was killed. */
  readonly keptMs: number;
  /** How often a process says that it lives, and tries to reach a lost Redis. */
  readonly renewMs: number;
}

interface Options extends Pick<RedisOptions, 'waitMs'>, Times {
  readonly secret: string;
  readonly processName: string;
  /** Called when Redis is lost, with the error, and when it is back, with null. */
  readonly onChange: (error: Error | null) => void;
}

const toldAtOnce = 1_000;

/** Arguments: name of the process, time to keep, `all` or `more`, and notes by name, empty for none. Returns the processes, or nil if `more` has no begin. */
const tellScript = `
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

/** Arguments: name of the process, name of the note, and how the names of hashes begin. */
const notesOfOthersScript = `
  local notes = {}
  for _, process in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local note = process ~= ARGV[1] and redis.call('HGET', ARGV[3] .. process, ARGV[2])
    if note then table.insert(notes, note) end
  end
  return notes
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
  readonly #runTell: ReturnType<typeof scriptOf>;
  readonly #runNotesOfOthers: ReturnType<typeof scriptOf>;
  readonly #listeners: (() => void)[] = [];
  /** All that this process tells, by name, so that it can be told again. */
  readonly #notes = new Map<string, string>();
  readonly #untold = new Set<string>();
  #isLost = false;
  #processes: readonly string[] = [];
  #telling: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, options: Options) {
    this.#options = options;
    this.#client = redisClient(url, options);
    this.#prefix = `presence:${this.#hashOf('names of presence').slice(0, 8)}`;
    this.#runTell = scriptOf(this.#client, tellScript);
    this.#runNotesOfOthers = scriptOf(this.#client, notesOfOthersScript);
  }

  async start(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#tellAll();
    } catch (error) {
      this.#client.disconnect();
      throw error;
    }
    this.#client.on('close', () => this.#lose(new Error('The connection to Redis ended.')));
    this.#client.on('ready', () => void this.#tellNew());
    this.#timer = setInterval(() => void this.#tellNew(), this.#options.renewMs).unref();
  }

  tell(key: string, note: string | null): void {
    const name = this.#nameOf(key);
    if (note === null) this.#notes.delete(name);
    else this.#notes.set(name, note);
    this.#untold.add(name);
    if (!this.#isLost) void this.#tellNew();
  }

  async notesOfOthers(key: string): Promise<readonly string[] | null> {
    if (this.#isLost) return null;
    await this.#tellNew();
    if (this.#isLost) return null;
    try {
      const args = [this.#options.processName, this.#nameOf(key), this.#hashNameOf('')];
      return ((await this.#runNotesOfOthers([this.#processesName], args)) as readonly unknown[]).map(String);
    } catch (error) {
      this.#lose(error);
      return null;
    }
  }

  shareOf(key: string, max: number): number {
    if (!this.#isLost) return max;
    const processes = Math.max(1, this.#processes.length);
    // What cannot be divided goes to other processes for each key.
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

  /** Others know at once that this process has no sockets. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#client.removeAllListeners('close');
    this.#client.removeAllListeners('ready');
    const { processName } = this.#options;
    await this.#telling;
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

  /** Tells what is new after what is being told now. Resolves when all that was told before the call is there, or Redis is lost. */
  #tellNew(): Promise<void> {
    return (this.#next ??= this.#telling.then(() => {
      this.#next = null;
      return (this.#telling = this.#tellOnce());
    }));
  }

  async #tellOnce(): Promise<void> {
    if (this.#client.status !== 'ready') return this.#lose(new Error('There is no connection to Redis.'));
    try {
      const names = [...this.#untold];
      this.#untold.clear();
      if (this.#isLost || !(await this.#send(names, 'more'))) await this.#tellAll();
      if (!this.#isLost) return;
      this.#isLost = false;
      this.#options.onChange(null);
    } catch (error) {
      this.#lose(error);
    }
  }

  async #tellAll(): Promise<void> {
    this.#untold.clear();
    const isTold = await this.#send([...this.#notes.keys()], 'all');
    if (!isTold) throw new Error('Redis has lost what it stored.');
  }

  /** False if Redis does not have what was told before. */
  async #send(names: readonly string[], kind: 'all' | 'more'): Promise<boolean> {
    const { keptMs, processName } = this.#options;
    const keys = [this.#hashNameOf(processName), this.#processesName];
    for (let from = 0; from === 0 || from < names.length; from += toldAtOnce) {
      const notes = names.slice(from, from + toldAtOnce).flatMap((name) => [name, this.#notes.get(name) ?? '']);
      const found = await this.#runTell(keys, [processName, keptMs, from === 0 ? kind : 'more', ...notes]);
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
