// The store of counts that several processes share: whether it is there, what all processes know of it, and what happens when it is lost.
import type { Redis } from 'ioredis';
import { hourMs } from '#shared/rules/durations.ts';
import { BusyKeys, loneCounts, type Kind, type LoneCounts } from './lone-counts.ts';
import { checkedConnection, redisClient, scriptOf, type RedisOptions } from '#server/redis/client.ts';
import { scripts } from './redis-scripts.ts';

export interface StoreOptions extends RedisOptions {
  readonly clock: { monotonic(): number };
  /** Begins the names of all keys. */
  readonly prefix: string;
  readonly processName: string;
  /** Called when the store is lost, with the error, and when it is back, with null. */
  readonly onChange: (error: Error | null) => void;
  /** Replaces the clock of Redis in tests, where keys are kept for longer. */
  readonly time?: (() => number) | undefined;
}

const checkEveryMs = 1_000;
/** Of this many checks, one says that this process lives. The others only find out whether a lost store is back. */
const beatEvery = 5;
const livesForMs = 30_000;
const keepInTestsMs = hourMs;

export type Drained = ReturnType<LoneCounts['drain']>;
type Merge = (taken: Drained) => Promise<void>;

export class SharedStore {
  readonly #options: StoreOptions;
  readonly #client: Redis;
  readonly #subscriber: Redis;
  readonly #run: Readonly<Record<keyof typeof scripts, ReturnType<typeof scriptOf>>>;
  readonly #busy = new BusyKeys();
  readonly #timer: NodeJS.Timeout;
  readonly #merge: Merge;
  #processes = 1;
  #epoch = { name: '', beganMs: 0 };
  #lone: LoneCounts | null = null;
  #isJoining = false;
  #checks = 0;

  static async open(url: string, options: StoreOptions, merge: Merge): Promise<SharedStore> {
    await checkedConnection(url, options);
    const store = new SharedStore(url, options, merge);
    try {
      await Promise.all([store.#client.connect(), store.#subscriber.connect()]);
      await store.#join();
    } catch (error) {
      store.#disconnect();
      throw error;
    }
    return store;
  }

  /** `merge` counts in the store what was taken without it. */
  private constructor(url: string, options: StoreOptions, merge: Merge) {
    this.#options = options;
    this.#merge = merge;
    this.#client = redisClient(url, options);
    this.#subscriber = redisClient(url, options);
    const client = this.#client;
    this.#run = {
      take: scriptOf(client, scripts.take),
      takeDistinct: scriptOf(client, scripts.takeDistinct),
      takeAttempt: scriptOf(client, scripts.takeAttempt),
      join: scriptOf(client, scripts.join),
    };
    this.#subscriber.on('message', (_channel: string, text: string) => this.#hear(text));
    for (const connection of [this.#client, this.#subscriber])
      connection.on('close', () => this.#lose(new Error('The connection to Redis ended.')));
    this.#timer = setInterval(() => void this.#check(), checkEveryMs);
    this.#timer.unref();
  }

  get isShared(): boolean {
    return this.#lone === null;
  }

  /** How many processes live, as far as this one knows. */
  get processes(): number {
    return this.#processes;
  }

  /** Counts in the store. While it is lost, and if it fails, counts alone. */
  async count<T>(shared: () => Promise<T>, alone: (counts: LoneCounts) => T): Promise<T> {
    if (this.#lone !== null) return alone(this.#lone);
    try {
      return await shared();
    } catch (error) {
      return alone(this.#lose(error instanceof Error ? error : new Error(String(error))));
    }
  }

  /** Runs a script for a key. Throws if the store was emptied. */
  async run(
    name: 'take' | 'takeDistinct' | 'takeAttempt',
    key: string,
    { max, perMs, isForced = false }: { readonly max: number; readonly perMs: number; readonly isForced?: boolean },
    more: readonly (string | number)[],
  ): Promise<readonly unknown[]> {
    const { prefix } = this.#options;
    const keys = [key, `${prefix}:epoch`, `${prefix}:busy`];
    const result = await this.#run[name](keys, [
      this.#time(),
      max,
      perMs,
      this.#keepMs(),
      this.#channel,
      isForced ? 1 : 0,
      ...more,
    ]);
    if (!Array.isArray(result)) throw new Error('Redis has lost what it stored.');
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { prefix, processName } = this.#options;
    if (this.isShared) await this.#client.zrem(`${prefix}:processes`, processName).catch(() => 0);
    this.#disconnect();
  }

  #disconnect(): void {
    clearInterval(this.#timer);
    for (const connection of [this.#client, this.#subscriber]) {
      connection.removeAllListeners('close');
      connection.disconnect();
    }
  }

  get #channel(): string {
    return `${this.#options.prefix}:told`;
  }

  #time(): string {
    return this.#options.time === undefined ? '' : String(this.#options.time());
  }

  #keepMs(): number {
    return this.#options.time === undefined ? 0 : keepInTestsMs;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #lose(error: Error): LoneCounts {
    if (this.#lone !== null) return this.#lone;
    this.#lone = loneCounts({
      clock: this.#options.clock,
      busy: this.#busy,
      processes: this.#processes,
      epochAgeMs: this.#now() - this.#epoch.beganMs,
    });
    this.#options.onChange(error);
    return this.#lone;
  }

  #hear(text: string): void {
    const [key = '', level, per] = text.split(' ');
    if (key === 'processes') this.#processes = Math.max(1, Number(level));
    else this.#busy.set(key, { kind: kindOf(key), level: Number(level), perMs: Number(per), atMs: this.#now() });
  }

  /** Finds out whether a lost store is back, and says now and then that this process lives. */
  async #check(): Promise<void> {
    this.#checks += 1;
    if (this.#isJoining || (this.isShared && this.#checks % beatEvery !== 0)) return;
    if ([this.#client, this.#subscriber].some(({ status }) => status !== 'ready')) return;
    this.#isJoining = true;
    try {
      await this.#join();
    } catch (error) {
      this.#lose(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#isJoining = false;
    }
  }

  async #join(): Promise<void> {
    const { prefix, processName } = this.#options;
    const wasShared = this.isShared && this.#epoch.name !== '';
    // Keys that become busy from now on are received. Earlier ones are read below.
    await (wasShared ? this.#subscriber.ping() : this.#subscriber.subscribe(this.#channel));
    const known = [...this.#busy.entriesAt(this.#lone?.lostMs ?? this.#now())];
    const sentMs = this.#now();
    const joined = await this.#run.join(
      ['epoch', 'processes', 'busy', 'run'].map((name) => `${prefix}:${name}`),
      [
        this.#time(),
        processName,
        livesForMs,
        this.#keepMs(),
        this.#channel,
        ...known.flatMap(([key, { kind, level, perMs }]) => [key, kind, level, perMs]),
      ],
    );
    const [epoch, isNew, ageMs, processes] = (joined as readonly unknown[]).map(String);
    if (wasShared && epoch !== this.#epoch.name && isNew !== '1') throw new Error('Redis has lost what it stored.');
    this.#processes = Math.max(1, Number(processes));
    // A new epoch begins with what may have been taken before it as used, so only what was taken later is added.
    const isKnown = epoch === this.#epoch.name;
    this.#epoch = { name: epoch ?? '', beganMs: sentMs - Number(ageMs) };
    if (isNew === '1') for (const [key, busy] of known) this.#busy.set(key, { ...busy, atMs: this.#now() });
    else if (!wasShared) await this.#readBusy(Number(ageMs));
    await this.#mergeTaken(isKnown ? -Infinity : this.#epoch.beganMs);
  }

  /** The keys that became busy while this process did not hear of it count as used up. */
  async #readBusy(ageMs: number): Promise<void> {
    const found = await this.#client.zrangebyscore(`${this.#options.prefix}:busy`, ageMs, '+inf', 'WITHSCORES');
    for (let at = 0; at + 1 < found.length; at += 2) {
      const key = found[at] ?? '';
      this.#busy.set(key, { kind: kindOf(key), level: 1, perMs: Number(found[at + 1]) - ageMs, atMs: this.#now() });
    }
  }

  async #mergeTaken(sinceMs: number): Promise<void> {
    const lone = this.#lone;
    if (lone === null) return;
    for (let taken = lone.drain(sinceMs); taken.length > 0; taken = lone.drain(sinceMs)) await this.#mergeOrPutBack(taken, lone);
    this.#lone = null;
    this.#options.onChange(null);
  }

  /** What was counted before the failure is counted twice, which is stricter. */
  async #mergeOrPutBack(taken: Drained, lone: LoneCounts): Promise<void> {
    try {
      await this.#merge(taken);
    } catch (error) {
      lone.putBack(taken);
      throw error;
    }
  }
}

/** The kind is the part of a name before its last one. */
const kindOf = (key: string): Kind => key.split(':').at(-2) as Kind;
