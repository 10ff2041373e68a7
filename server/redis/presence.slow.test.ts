// Values that processes publish to each other in a real Redis: the same as in memory, and gone soon after their process or with Redis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { memoryPresences, type Presence } from '#server/outside/presence.ts';
import { startRedis, type TestRedis } from '#server/testing/fakes/redis.ts';
import { openRedisPresence } from './presence.ts';

let redis: TestRedis;
let client: Redis;
let processes: number;
beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.port);
});
beforeEach(async () => {
  processes = 0;
  await client.flushall();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const patient = { waitMs: 60_000, keptMs: 60_000, renewMs: 50 };

async function join({ url = redis.url, ...times }: { url?: string } & Partial<typeof patient> = {}) {
  processes += 1;
  const changes: string[] = [];
  const presence = await openRedisPresence(url, {
    ...patient,
    ...times,
    secret: 'secret',
    processName: `process-${processes}`,
    onChange: (error) => void changes.push(error === null ? 'back' : 'lost'),
  });
  onTestFinished(() => presence.close());
  return Object.assign(presence, { changes });
}

async function ownRedis() {
  const own = await startRedis();
  onTestFinished(() => own.stop());
  return own;
}

async function three<T>(open: () => T | Promise<T>): Promise<[T, T, T]> {
  return [await open(), await open(), await open()];
}

const shares = (all: readonly Presence[], key: string, max: number): number[] =>
  all.map((presence) => presence.shareOf(key, max)).toSorted();

describe.each<[string, () => () => Presence | Promise<Presence>]>([
  ['in memory', memoryPresences],
  ['in Redis', () => () => join()],
])('%s', (_, opened) => {
  test('each process reads the latest values of the others', async () => {
    const [one, two, last] = await three(opened());
    one.publish('ada', '1');
    two.publish('ada', '2');
    two.publish('ben', '3');
    expect(await last.valuesOfOthers('ada')).toHaveLength(2);
    expect((await last.valuesOfOthers('ada'))?.toSorted()).toEqual(['1', '2']);
    expect(await one.valuesOfOthers('ada')).toEqual(['2']);
    expect(await last.valuesOfOthers('carl')).toEqual([]);
    two.publish('ada', null);
    two.publish('ben', '4');
    expect(await two.valuesOfOthers('ada')).toEqual(['1']);
    expect(await last.valuesOfOthers('ada')).toEqual(['1']);
    expect(await last.valuesOfOthers('ben')).toEqual(['4']);
  });

  test('of two processes that publish and then read, at least one sees the value of the other', async () => {
    const [one, two] = await three(opened());
    for (let time = 0; time < 50; time++) {
      const asked = [one, two].map((presence) => {
        presence.publish(`time ${time}`, '1');
        return presence.valuesOfOthers(`time ${time}`);
      });
      expect((await Promise.all(asked)).flat().length).toBeGreaterThan(0);
    }
  });

  test('a process may have the whole limit while it knows the others', async () => {
    expect(shares(await three(opened()), 'ada', 50)).toEqual([50, 50, 50]);
  });
});

test('names in Redis are no ids, and everything there expires by itself', async () => {
  const one = await join();
  one.publish('ada looks at ben', '1');
  await (await join()).valuesOfOthers('ada');
  await one.valuesOfOthers('ada');
  const stored = await redis.dump();
  expect(stored).not.toMatch(/ada|ben|looks/);
  expect(stored).toContain('presence:');
  for (const key of await client.keys('*')) expect(await client.pttl(key)).toBeGreaterThan(0);
});

test('many values are published, and again to a Redis that was emptied', async () => {
  const [one, other] = [await join(), await join()];
  for (let at = 0; at < 2_500; at++) one.publish(`member ${at}`, String(at));
  await one.valuesOfOthers('');
  expect(await other.valuesOfOthers('member 2499')).toEqual(['2499']);
  await client.flushall();
  await vi.waitFor(async () => {
    expect(await other.valuesOfOthers('member 0')).toEqual(['0']);
    expect(await other.valuesOfOthers('member 2499')).toEqual(['2499']);
  });
  expect(one.changes).toEqual([]);
});

test('a process that closes is gone at once, and a killed one after its time', async () => {
  const last = await join({ keptMs: 1_500 });
  const closing = await join();
  closing.publish('ada', 'closing');
  await closing.valuesOfOthers('ada');
  expect(await last.valuesOfOthers('ada')).toEqual(['closing']);
  await closing.close();
  expect(await last.valuesOfOthers('ada')).toEqual([]);

  const script = `
    const { openRedisPresence } = await import('./server/redis/presence.ts');
    const times = { waitMs: 60_000, keptMs: 1_500, renewMs: 300 };
    const presence = await openRedisPresence('${redis.url}', { ...times, secret: 'secret', processName: 'killed', onChange: () => {} });
    presence.publish('ada', 'killed');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'inherit'] });
  await vi.waitFor(async () => expect(await last.valuesOfOthers('ada')).toEqual(['killed']));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await last.valuesOfOthers('ada')).toEqual(['killed']);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const killedMs = performance.now();
  await vi.waitFor(async () => expect(await last.valuesOfOthers('ada')).toEqual([]), { interval: 50 });
  expect(performance.now() - killedMs).toBeGreaterThan(500);
});

describe('while Redis is away', () => {
  test('nothing is known of the others, all together have no more than the limit, and afterwards everything is published again', async () => {
    const own = await ownRedis();
    const all = await three(() => join(own));
    const [one, other] = all;
    one.publish('ada', 'before');
    await one.valuesOfOthers('ada');
    const lost: string[] = [];
    other.onLost(() => lost.push(String(other.shareOf('ada', 5))));
    await vi.waitFor(() => expect(all.map(({ knownProcesses }) => knownProcesses)).toEqual([3, 3, 3]));
    await own.kill();
    await vi.waitFor(() => expect(all.map(({ isLost }) => isLost)).toEqual([true, true, true]));
    expect(await other.valuesOfOthers('ada')).toBeNull();
    expect(lost).toHaveLength(1);
    for (const key of ['ada', 'ben', 'carl', 'dan']) {
      expect(shares(all, key, 5)).toEqual([1, 2, 2]);
      expect(shares(all, key, 50)).toEqual([16, 17, 17]);
      expect(shares(all, key, 2)).toEqual([0, 1, 1]);
    }
    const whereTwo = ['ada', 'ben', 'carl', 'dan', 'eve', 'fay', 'gil', 'hal'].map((key) => all[0].shareOf(key, 5));
    expect(new Set(whereTwo).size).toBe(2);

    one.publish('ada', 'meanwhile');
    await own.start();
    await vi.waitFor(async () => expect(await other.valuesOfOthers('ada')).toEqual(['meanwhile']));
    await vi.waitFor(() => expect(shares(all, 'ada', 5)).toEqual([5, 5, 5]));
    expect(other.changes).toEqual(['lost', 'back']);
  });

  test('what changes is not collected, since afterwards everything is published', async () => {
    const own = await ownRedis();
    const [one, other] = [await join(own), await join(own)];
    await own.kill();
    await vi.waitFor(() => expect(one.isLost).toBe(true));
    for (let at = 0; at < 2_500; at++) one.publish(`member ${at}`, at === 7 ? '7' : null);
    await vi.waitFor(() => expect(one.unpublishedCount).toBe(0));
    await own.start();
    await vi.waitFor(async () => expect(await other.valuesOfOthers('member 7')).toEqual(['7']));
    expect(await other.valuesOfOthers('member 8')).toEqual([]);
  });

  test('only the first call waits for a Redis that does not answer', async () => {
    const own = await ownRedis();
    const [one] = [await join({ ...own, waitMs: 300, renewMs: 60_000 }), await join(own)];
    own.pause();
    const startedMs = performance.now();
    expect(await one.valuesOfOthers('ada')).toBeNull();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    const lostMs = performance.now();
    expect(await one.valuesOfOthers('ada')).toBeNull();
    expect(performance.now() - lostMs).toBeLessThan(200);
    own.resume();
  });

  test('a process does not start', async () => {
    const own = await ownRedis();
    await own.kill();
    await expect(join(own)).rejects.toThrow();
  });
});
