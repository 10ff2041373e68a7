// A real redis-server for tests, which writes a file only if asked to, and the counts of worlds in it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { openLimitCounts } from '#server/open-limit-counts.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { keepLimitsIn } from '#server/testing/app/test-world.ts';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash would. Everything it stored since the last `save` is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Makes it answer nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** Writes a copy of its present state, with which it starts again. */
  save(): Promise<void>;
  /** All that it stores, as text: the names of keys and their values. */
  dump(): Promise<string>;
  stop(): Promise<void>;
}

const missingText =
  'redis-server is missing: the tests of REDIS_URL need it on PATH. On Debian, apt-get install redis-server installs it.';

/** Starts one on a free port. `options` are those of its command line. */
export async function startRedis(options: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  let running: ChildProcess | null = null;

  async function start(): Promise<void> {
    const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', [...usual, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    const failed = once(child, 'error').then(() => {
      throw new Error(missingText);
    });
    running = child;
    await Promise.race([failed, answers()]);
    failed.catch(() => undefined);
  }

  /** Any answer counts, even that a password is missing. */
  async function answers(): Promise<void> {
    while (!(await isAnswered(port))) await sleep(20);
  }

  async function kill(): Promise<void> {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function dump(): Promise<string> {
    const client = new Redis(port, '127.0.0.1');
    const texts: unknown[] = [];
    for (const key of await client.keys('*')) {
      const kind = await client.type(key);
      const ttl = await client.pttl(key);
      const value =
        kind === 'hash' ? client.hgetall(key) : kind === 'zset' ? client.zrange(key, '0', '-1', 'WITHSCORES') : client.get(key);
      texts.push({ key, ttl, value: await value });
    }
    client.disconnect();
    return JSON.stringify(texts);
  }

  async function save(): Promise<void> {
    const client = new Redis(port, '127.0.0.1');
    await client.save();
    client.disconnect();
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    kill,
    pause: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    dump,
    save,
    stop: kill,
  };
}

function isAnswered(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
  return new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

/** So long that no slow answer of a busy machine is taken for a missing one. */
const longestWaitMs = 60_000;
const longAgoMs = 1e10;

/** All worlds of the calling file count their limits in one Redis, each in its own names. */
export async function countLimitsInRedis(): Promise<TestRedis> {
  const redis = await startRedis();
  const opened: { close(): Promise<void> }[] = [];
  keepLimitsIn(async (parts) => {
    // The store began to count long ago, so that nothing is unknown.
    let time = () => 0;
    const settings = { redisUrl: redis.url };
    const counts = await openLimitCounts(settings, parts, { waitMs: longestWaitMs, time: () => time() });
    time = () => longAgoMs + parts.clock.monotonic();
    opened.push(counts);
    return counts;
  });
  afterAll(async () => {
    for (const counts of opened) await counts.close();
    await redis.stop();
  });
  return redis;
}
