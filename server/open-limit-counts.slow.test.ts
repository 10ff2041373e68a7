// A server with REDIS_URL: its startup, and its answers while Redis is away. Without it, no code for Redis is loaded.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '#shared/rules/durations.ts';
import { readConfig } from './config.ts';
import type { Db } from './db/open.ts';
import { openLimitCounts } from './open-limit-counts.ts';
import { openTestApp } from './testing/app/test-app.ts';
import { dataFolder, loadedModules } from './testing/app/loaded-modules.ts';
import { freePort } from './testing/app/free-port.ts';
import { keepLimitsIn, openTestWorld } from './testing/app/test-world.ts';
import { startRedis } from './testing/fakes/redis.ts';

const systemClock = { now: () => Date.now(), monotonic: () => performance.now() };

async function redisForTest(options: readonly string[] = []) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.stop());
  return redis;
}

async function loadedWith(settings: Readonly<Record<string, string>>): Promise<string[]> {
  const use = "await world.limitCounts.take('ada', { max: 1, perMs: 1000 });";
  const modules = loadedModules({ DATA_DIR: await dataFolder(), ...settings }, use);
  expect(modules).toContain('server/open-limit-counts.ts');
  return modules.filter((url) => /^node_modules\/(?:ioredis|redis-)|^server\/limiters\//.test(url));
}

test('without REDIS_URL neither the code for Redis nor its library is loaded, and a closed world with Redis ends by itself', async () => {
  expect(await loadedWith({})).toEqual(['server/limiters/local-counts.ts', 'server/limiters/counts.ts']);
  const { url } = await redisForTest();
  const loaded = await loadedWith({ REDIS_URL: url });
  expect(loaded).toContain('server/limiters/redis-counts.ts');
  expect(loaded.some((module) => module.startsWith('node_modules/ioredis/'))).toBe(true);
});

describe('a server whose Redis cannot be used ends with a sentence that names address, cause and remedy, and no password', () => {
  const sentenceOf = async (url: string): Promise<string> => {
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: await dataFolder(), REDIS_URL: url };
    const ending = promisify(execFile)(process.execPath, ['server/main.ts'], { env });
    const { code, stderr } = await ending.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error as { readonly code: number; readonly stderr: string },
    );
    expect(code).toBe(1);
    expect(stderr).not.toContain('canary');
    return stderr;
  };

  test('nothing listens', async () => {
    const port = await freePort();
    expect(await sentenceOf(`redis://:canary@127.0.0.1:${port}`)).toBe(
      `The Redis of REDIS_URL cannot be used at 127.0.0.1:${port} (ECONNREFUSED). Check the address in REDIS_URL, and whether Redis runs and can be reached from this machine.\n`,
    );
  });

  test('it answers without TLS, which was asked for', async () => {
    const { port } = await redisForTest();
    expect(await sentenceOf(`rediss://:canary@127.0.0.1:${port}`)).toMatch(
      /^The Redis of REDIS_URL cannot be used at 127\.0\.0\.1:\d+ \(\w+\)\. Check .* whether Redis runs and answers with TLS and a certificate that Node trusts\.\n$/,
    );
  });

  test.each([
    ['a password is missing', '', 'NOAUTH'],
    ['the password is wrong', ':canary@', 'WRONGPASS'],
  ])('%s', async (_, credentials, code) => {
    const { port } = await redisForTest(['--requirepass', 'right']);
    expect(await sentenceOf(`redis://${credentials}127.0.0.1:${port}`)).toBe(
      `The Redis of REDIS_URL cannot be used at 127.0.0.1:${port} (${code}). Check the user name, the password and the number of the database in REDIS_URL.\n`,
    );
  });

  test('it removes keys before they expire', async () => {
    const { url } = await redisForTest(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
    expect(await sentenceOf(url)).toMatch(/\(maxmemory-policy allkeys-lru\).* Set its maxmemory-policy to noeviction\.\n$/);
  });
});

test('with a password in REDIS_URL limits are shared as a user of Redis who may do nothing else', async () => {
  const user = ['community', 'on', '>right', '~limits:*', '&limits:*', '+@all', '-@admin', '-@dangerous', '+info'];
  const { port } = await redisForTest(['--requirepass', 'other', '--user', ...user]);
  const { world, close } = await openTestWorld();
  onTestFinished(close);
  const { redisUrl } = readConfig({ REDIS_URL: `redis://community:right@127.0.0.1:${port}/3` });
  const open = async () => {
    const counts = await openLimitCounts({ redisUrl }, world, { waitMs: 60_000 });
    onTestFinished(() => counts.close());
    return counts;
  };
  const [one, other] = [await open(), await open()];
  expect(one.state()).toBe('shared');
  const allowance = { max: 3, perMs: dayMs };
  // A store that has just begun counts two thirds as used.
  expect((await one.take('ada', allowance)).isAllowed).toBe(true);
  expect((await other.take('ada', allowance)).isAllowed).toBe(false);
});

/** The store began to count long ago, so that nothing of its past is unknown. */
async function ageStore(url: string): Promise<void> {
  const client = new Redis(url);
  for (const key of await client.keys('*:epoch')) await client.incrbyfloat(key, -1e11);
  client.disconnect();
}

test('two servers together never exceed the limit while Redis is killed and comes back, and fail no call', async () => {
  const redis = await redisForTest();
  // Each server has its own database, but both use the names of one community.
  let db: Db | null = null;
  keepLimitsIn(async (parts) => {
    const isFirst = db === null;
    db ??= parts.db;
    const known = { ...parts, db, clock: systemClock };
    const open = () => openLimitCounts({ redisUrl: redis.url }, known, { waitMs: 60_000 });
    if (isFirst) await (await open()).close();
    if (isFirst) await ageStore(redis.url);
    const counts = await open();
    onTestFinished(() => counts.close());
    return counts;
  });
  const open = async () => {
    const rates = { address: { max: 60, perMs: 1_000 * dayMs } };
    const server = await openTestApp({ rates, env: { LOG_LEVEL: 'silent' } });
    onTestFinished(() => server.close());
    return server;
  };
  const servers = [await open(), await open()] as const;
  const statuses: number[] = [];
  const ask = async (calls: number) => {
    for (let call = 0; call < calls; call++) {
      const { status } = await fetch(`${servers[call % 2 === 0 ? 0 : 1].origin}/api/version`);
      statuses.push(status);
    }
  };
  const inState = (state: string) =>
    vi.waitFor(() => expect(servers.map(({ world }) => world.limitCounts.state())).toEqual([state, state]));
  const answered = () => statuses.filter((status) => status === 200).length;

  await ask(30);
  expect(answered()).toBe(30);
  await redis.kill();
  await ask(60);
  await inState('alone');
  expect(answered()).toBe(50);
  await redis.start();
  await inState('shared');
  await ask(60);
  expect(answered()).toBe(60);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
});
