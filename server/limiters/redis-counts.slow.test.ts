// Limits that are counted in a real Redis: the same as in one process, exact for several, and stricter while Redis is away.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limitsAreCounted } from '#server/http/rate-limits.suite.ts';
import { randomNumbers } from '#server/outside/portraits.ts';
import { startRedis, type TestRedis } from '#server/testing/fakes/redis.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { localCounts } from './local-counts.ts';
import { openRedisCounts, type RedisCounts } from './redis-counts.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const longAgoMs = 1e10;
const attempts = { max: 10, perMs: 900_000, retryMs: 30_000 };
let names = 0;

interface Community {
  readonly secret: string;
  nowMs: number;
}

/** Processes of one community, whose clocks tests advance. Its store has counted for `ageMs`. */
async function communityOf(processes: number, { url = redis.url, ageMs = longAgoMs, waitMs = 60_000 } = {}) {
  names += 1;
  const community: Community = { secret: `secret ${names}`, nowMs: 0 };
  const clock = { monotonic: () => community.nowMs };
  const changes: string[] = [];
  const open = async () => {
    const counts = await openRedisCounts(url, {
      secret: community.secret,
      clock,
      time: clock.monotonic,
      waitMs,
      startWithinMs: 60_000,
      processName: `process ${Math.random()}`,
      onChange: (error) => void changes.push(error?.message ?? 'back'),
    });
    onTestFinished(() => counts.close());
    return counts;
  };
  const all = [await open()];
  while (all.length < processes) all.push(await open());
  community.nowMs = ageMs;
  return { all, changes, clock, open, pass: (ms: number) => void (community.nowMs += ms) };
}

/** A way to Redis on which packets can be lost. */
async function lineTo(port: number) {
  const open: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.push(from);
      from.on('data', (bytes) => !isSwallowed.has(from) && to.write(bytes)).on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const isSwallowed = new Set<Socket>();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  /** From now on nothing passes on the connections that are open. */
  const swallow = () => open.forEach((socket) => isSwallowed.add(socket));
  return { port: (server.address() as AddressInfo).port, swallow };
}

/** Asks in turn, as a balancer without stickiness would. */
async function takenOf(all: readonly RedisCounts[], calls: number, max: number, perMs: number, key = 'ada') {
  const asked = Array.from({ length: calls }, async (_, call) => (all[call % all.length] ?? all[0])?.take(key, { max, perMs }));
  return (await Promise.all(asked)).filter((admission) => admission?.isAllowed === true).length;
}

/** Makes one call after the other, each to a random process. The allowance is for five minutes. */
async function takenInTurn(all: readonly RedisCounts[], calls: number, max: number) {
  let taken = 0;
  for (let call = 0; call < calls; call++) {
    const counts = all[Math.floor(Math.random() * all.length)] as RedisCounts;
    if ((await counts.take('ada', { max, perMs: 300_000 })).isAllowed) taken += 1;
  }
  return taken;
}

describe('as in one process', () => {
  limitsAreCounted(async () => {
    const { all, pass } = await communityOf(1);
    const [counts] = all;
    if (counts === undefined) throw new Error('no process');
    return { counts, pass };
  });
});

describe('several processes', () => {
  test('never allow more in total, whichever of them is asked', async () => {
    const { all, pass } = await communityOf(3);
    expect(await takenOf(all, 400, 100, 60_000)).toBe(100);
    pass(6_000);
    expect(await takenOf(all, 400, 100, 60_000)).toBe(10);
    expect(await takenOf(all, 50, 100, 60_000, 'ben')).toBe(50);
  });

  test('that draw ahead for a frequent caller still allow the whole allowance and no more', async () => {
    const { all, pass } = await communityOf(3);
    expect(await takenInTurn(all, 1_400, 1_200)).toBe(1_200);
    pass(25_000);
    expect(await takenInTurn(all, 150, 1_200)).toBe(100);
  });

  test('refuse nobody who calls no more often than the allowance is refilled, whatever their bursts', async () => {
    const { all, pass } = await communityOf(3);
    const random = randomNumbers(1);
    for (let burst = 0; burst < 300; burst++) {
      const calls = 1 + Math.floor(random() * 12);
      expect(await takenInTurn(all, calls, 600)).toBe(calls);
      pass(calls * 500);
    }
  });

  test('count different things together, and repeated ones once', async () => {
    const { all } = await communityOf(2);
    const ask = (from: number, thing: string) => all[from]?.takeDistinct('ada', [thing], { max: 20, perMs: dayMs });
    const asked = await Promise.all(Array.from({ length: 60 }, (_, call) => ask(call % 2, `thing ${call % 15}`)));
    expect(asked.every((admission) => admission?.isAllowed)).toBe(true);
    const further = await Promise.all(Array.from({ length: 60 }, (_, call) => ask(call % 2, `further ${call}`)));
    expect(further.filter((admission) => admission?.isAllowed)).toHaveLength(5);
    expect((await ask(1, 'thing 3'))?.isAllowed).toBe(true);
  });

  test('count attempts together, and take them back together', async () => {
    const { all, pass } = await communityOf(2);
    const take = (from: number) => all[from]?.takeAttempt('ada', attempts);
    const attempt = async (from: number) => (await take(from))?.isAllowed;
    const made = await Promise.all(Array.from({ length: 30 }, (_, call) => attempt(call % 2)));
    expect(made.filter(Boolean)).toHaveLength(10);
    pass(30_000);
    const right = await take(0);
    expect([right?.isAllowed, await attempt(1)]).toEqual([true, false]);
    await right?.takeBack();
    expect([await attempt(1), await attempt(0)]).toEqual([true, false]);
  });

  test('refuse nobody for longer than the period after the clock of Redis was set back', async () => {
    const { all, pass } = await communityOf(1);
    const [counts] = all;
    const allowance = { max: 10, perMs: 60_000 };
    const taken = async () => {
      const allowed = { calls: await takenOf(all, 12, 10, 60_000), things: 0, attempts: 0 };
      for (let n = 0; n < 12; n++) {
        if ((await counts?.takeDistinct('ada', [`thing ${Math.random()}`], allowance))?.isAllowed) allowed.things += 1;
        if ((await counts?.takeAttempt('ada', { ...allowance, retryMs: 30_000 }))?.isAllowed) allowed.attempts += 1;
      }
      return allowed;
    };
    expect(await taken()).toEqual({ calls: 10, things: 10, attempts: 10 });
    pass(-hourMs);
    await taken();
    pass(60_000);
    expect(await taken()).toEqual({ calls: 10, things: 10, attempts: 10 });
  });

  test('a process that starts later finds what was counted', async () => {
    const { all, open } = await communityOf(1);
    expect(await takenOf(all, 60, 100, dayMs)).toBe(60);
    expect(await takenOf([await open()], 100, 100, dayMs)).toBe(40);
  });

  test('each community has its own names, which only its secret reveals', async () => {
    const namesOf = async () => {
      const before = await redis.dump();
      const { all } = await communityOf(1);
      await all[0]?.take('login:ada@example.org', attempts);
      const kept = JSON.parse(await redis.dump()) as readonly { readonly key: string }[];
      return kept
        .map(({ key }) => key.split(':').slice(-2))
        .flatMap(([kind, name = '']) => (kind === 'r' && !before.includes(name) ? [name] : []));
    };
    expect(await namesOf()).toHaveLength(1);
    expect(await namesOf()).toHaveLength(1);
  });

  test('nothing in Redis names anybody, and everything expires', async () => {
    const { all } = await communityOf(1);
    const [counts] = all;
    await counts?.take('address:198.51.100.7', { max: 2, perMs: dayMs });
    await counts?.take('address:198.51.100.7', { max: 2, perMs: dayMs });
    await counts?.takeDistinct('opened:0e000000-0000-4000-8000-000000000001', ['0e000000-0000-4000-8000-000000000002'], {
      max: 2,
      perMs: dayMs,
    });
    await counts?.takeAttempt('login:ada@example.org', attempts);
    const dump = await redis.dump();
    expect(dump).not.toMatch(/198\.51|0e000000|ada|example|login|address|opened|secret/);
    const kept = JSON.parse(dump) as readonly { readonly key: string; readonly ttl: number }[];
    expect(kept.length).toBeGreaterThan(5);
    for (const { key, ttl } of kept) expect([key, ttl > 0]).toEqual([key, true]);
  });
});

describe('while Redis is away', () => {
  let own: TestRedis;
  beforeEach(async () => {
    own = await startRedis();
  });
  afterEach(() => own.stop());

  const all = (counts: readonly RedisCounts[], state: string) =>
    vi.waitFor(() => expect(counts.map((one) => one.state())).toEqual(counts.map(() => state)));

  test('what was used up stays used up while Redis is away and when it is back', async () => {
    const community = await communityOf(2, { url: own.url });
    expect(await takenOf(community.all.slice(0, 1), 30, 10, dayMs)).toBe(10);
    await own.kill();
    expect(await takenOf(community.all, 30, 10, dayMs)).toBe(0);
    await all(community.all, 'alone');
    await own.start();
    await all(community.all, 'shared');
    expect(await takenOf(community.all, 30, 10, dayMs)).toBe(0);
    expect(community.changes.filter((change) => change === 'back')).toHaveLength(2);
  });

  test('a Redis that comes back with an older state is not trusted', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'old-redis-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const keeping = await startRedis(['--dir', folder]);
    onTestFinished(() => keeping.stop());
    const { all: processes } = await communityOf(2, { url: keeping.url });
    expect(await takenOf(processes, 10, 60, dayMs)).toBe(10);
    await keeping.save();
    expect(await takenOf(processes, 100, 60, dayMs)).toBe(50);
    await keeping.kill();
    await all(processes, 'alone');
    await keeping.start();
    await all(processes, 'shared');
    expect(await takenOf(processes, 100, 60, dayMs)).toBe(0);
    expect(await takenOf(processes, 100, 60, dayMs, 'ben')).toBe(20);
  });

  test('a connection without answers is replaced', async () => {
    const line = await lineTo(own.port);
    const { all: processes } = await communityOf(1, { url: `redis://127.0.0.1:${line.port}`, waitMs: 1_000 });
    line.swallow();
    expect(await takenOf(processes, 100, 60, dayMs)).toBeLessThanOrEqual(20);
    await all(processes, 'shared');
    expect(await takenOf(processes, 100, 60, dayMs)).toBeLessThanOrEqual(40);
  });

  test('of an allowance of which little was used, each process allows its share of a third at once, and of the refill', async () => {
    const community = await communityOf(2, { url: own.url });
    expect(await takenOf(community.all, 3, 60, 60_000)).toBe(3);
    await own.kill();
    await all(community.all, 'alone');
    expect(await takenOf(community.all, 100, 60, 60_000)).toBe(20);
    community.pass(10_000);
    expect(await takenOf(community.all, 100, 60, 60_000)).toBe(10);
    community.pass(1);
    await own.start();
    await all(community.all, 'shared');
    // Two thirds may have been used.
    expect(await takenOf(community.all, 100, 60, 60_000)).toBe(20);
  });

  test('each process has its share of different things and of attempts too', async () => {
    const { all: processes, pass } = await communityOf(2, { url: own.url });
    const [one, other] = processes;
    const thing = async (from: RedisCounts | undefined, name: string) =>
      (await from?.takeDistinct('ada', [name], { max: 12, perMs: dayMs }))?.isAllowed;
    const attempt = async (from: RedisCounts | undefined, key = 'ada') => (await from?.takeAttempt(key, attempts))?.isAllowed;
    for (let call = 0; call < 8; call++) await attempt(one, 'often');
    expect(await thing(one, 'a')).toBe(true);
    await own.kill();
    await all(processes, 'alone');
    expect([await thing(one, 'b'), await thing(one, 'c'), await thing(one, 'd'), await thing(one, 'b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([await thing(other, 'e'), await thing(other, 'f'), await thing(other, 'g')]).toEqual([true, true, false]);
    expect([await attempt(one), await attempt(one), await attempt(other)]).toEqual([true, false, true]);
    expect([await attempt(one, 'often'), await attempt(other, 'often')]).toEqual([true, true]);
    expect([await attempt(one, 'often'), await attempt(other, 'often')]).toEqual([false, false]);
    pass(60_000);
    expect([await attempt(one, 'often'), await attempt(other, 'often')]).toEqual([true, true]);
  });

  test('a frozen Redis delays no call for long, and what was taken meanwhile is counted when it continues', async () => {
    const { all: processes } = await communityOf(2, { url: own.url, waitMs: 3_000 });
    expect(await takenOf(processes, 10, 60, dayMs)).toBe(10);
    own.pause();
    expect(await takenOf(processes, 100, 60, dayMs)).toBeLessThanOrEqual(20);
    await all(processes, 'alone');
    own.resume();
    await all(processes, 'shared');
    expect(await takenOf(processes, 100, 60, dayMs)).toBeLessThanOrEqual(40);
  });

  test.each([1, 2, 3])('whatever happens to Redis, all together allow no more than one process would, seed %i', async (seed) => {
    const next = randomNumbers(seed);
    const community = await communityOf(3, { url: own.url, waitMs: 1_000, ageMs: next() < 0.5 ? 0 : longAgoMs });
    const keys = ['ada', 'ben', 'cleo', 'dana'];
    const allowance = { max: 30, perMs: 60_000 };
    const alone = localCounts(community.clock);
    let taken = 0;
    const ask = async (calls: number) => {
      for (let call = 0; call < calls; call++) {
        const key = keys[Math.floor(next() * next() * keys.length)] ?? 'ada';
        const admission = await community.all[Math.floor(next() * 3)]?.take(key, allowance);
        if (admission?.isAllowed !== true) continue;
        taken += 1;
        expect(alone.take(key, allowance).isAllowed).toBe(true);
        if (next() < 0.3) community.pass(Math.floor(next() * 400));
      }
    };
    for (let round = 0; round < 4; round++) {
      await ask(Math.floor(next() * 120));
      const [lose, find] = next() < 0.7 ? [own.kill, own.start] : [own.pause, own.resume];
      await lose();
      await ask(Math.floor(next() * 60));
      await all(community.all, 'alone');
      community.pass(Math.floor(next() * 20_000));
      await ask(Math.floor(next() * 60));
      await find();
      await ask(Math.floor(next() * 30));
      await all(community.all, 'shared');
    }
    await ask(60);
    expect(taken).toBeGreaterThan(60);
  });
});
