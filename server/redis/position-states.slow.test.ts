// The states of positions in a real Redis: the same as in memory, sealed, and while Redis is away known only to their process.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { memoryPositionStates, type PositionStates } from '#server/outside/position-states.ts';
import { startRedis, type TestRedis } from '#server/testing/fakes/redis.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { openRedisPositionStates } from './position-states.ts';

let redis: TestRedis;
let client: Redis;
let failures: unknown[];
beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.port);
});
beforeEach(async () => {
  failures = [];
  await client.flushall();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const place = '{"exact":{"lat":52.520815,"lon":13.409419}}';
const laterMs = () => Date.now() + hourMs;

async function open({ url = redis.url, secret = 'secret', waitMs = 60_000 } = {}) {
  const states = await openRedisPositionStates(url, {
    secret,
    waitMs,
    nowMs: Date.now,
    onFailure: (error) => void failures.push(error),
  });
  onTestFinished(() => states.close());
  return states;
}

async function stored(states: PositionStates, state = place, untilMs = laterMs()): Promise<string> {
  const id = randomUUID();
  await states.store(id, state, untilMs);
  return id;
}

describe.each<[string, () => PositionStates | Promise<PositionStates>]>([
  ['in memory', () => memoryPositionStates(Date)],
  ['in Redis', () => open()],
])('%s', (_, opened) => {
  test('a state is read until it is removed, and others stay', async () => {
    const states = await opened();
    const [id, other] = [await stored(states), await stored(states, 'zweite Größe')];
    expect([await states.read(id), await states.read(other), await states.read(randomUUID())]).toEqual([
      place,
      'zweite Größe',
      null,
    ]);
    await states.remove(id);
    await states.remove(id);
    expect([await states.read(id), await states.read(other)]).toEqual([null, 'zweite Größe']);
    expect(failures).toEqual([]);
  });

  test('the last state of an id counts', async () => {
    const states = await opened();
    const id = await stored(states, 'first');
    await states.store(id, 'second', laterMs());
    expect(await states.read(id)).toBe('second');
  });

  test('a state ends with its time', async () => {
    const states = await opened();
    const id = await stored(states, place, Date.now() + 1_500);
    expect(await states.read(id)).toBe(place);
    await delay(1_600);
    expect(await states.read(id)).toBeNull();
  });
});

describe('what others see in Redis', () => {
  const ttlOf = async (untilMs: number): Promise<number> => {
    await client.flushall();
    await stored(await open(), place, untilMs);
    const [name = ''] = await client.keys('*');
    return client.pttl(name);
  };

  test('names and values contain neither ids nor places, and equal states do not look alike', async () => {
    const states = await open();
    const ids = [await stored(states), await stored(states)];
    const names = await client.keys('*');
    const values = await Promise.all(names.map(async (name) => String((await client.getBuffer(name))?.toString('latin1'))));
    expect(names).toHaveLength(2);
    expect(new Set(values).size).toBe(2);
    const all = [...names, ...values].join(' ');
    for (const secret of [...ids, place, 'exact', '52.52', '520815', '409419']) expect(all).not.toContain(secret);
  });

  test('nothing is kept for longer than its time, and a state that has just ended for a second', async () => {
    expect(await ttlOf(Date.now() + 60_000)).toBeLessThanOrEqual(60_000);
    expect(await ttlOf(Date.now() + 60_000)).toBeGreaterThan(30_000);
    expect(await ttlOf(Date.now() - 5_000)).toBeLessThanOrEqual(1_000);
  });

  test('a changed, shortened, exchanged or foreign value is no state', async () => {
    const states = await open();
    const [id] = [await stored(states)];
    const [name = ''] = await client.keys('*');
    const value = (await client.getBuffer(name)) ?? Buffer.alloc(0);
    for (let at = 0; at < value.length; at += 7) {
      const changed = Buffer.from(value);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await client.set(name, changed);
      expect(await states.read(id)).toBeNull();
    }
    for (const length of [0, 5, 12, 20, 28, value.length - 1]) {
      await client.set(name, value.subarray(0, length));
      expect(await states.read(id)).toBeNull();
    }
    await client.set(name, value);
    expect(await states.read(id)).toBe(place);

    const other = await stored(states, 'other');
    const otherName = (await client.keys('*')).find((one) => one !== name) ?? '';
    await client.set(otherName, value);
    expect(await states.read(other)).toBeNull();
    await client.del(otherName);
    await client.lpush(otherName, 'a list');
    expect(await states.read(other)).toBeNull();
  });

  test('another community in the same Redis has other names', async () => {
    const id = await stored(await open());
    expect(await (await open({ secret: 'other' })).read(id)).toBeNull();
    expect(await (await open()).read(id)).toBe(place);
  });
});

describe('while Redis is away', () => {
  async function ownRedis() {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    return own;
  }

  async function timed<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
    const startedMs = performance.now();
    return [await work(), performance.now() - startedMs];
  }

  test('no call fails, and later states are stored again', async () => {
    const own = await ownRedis();
    const states = await open(own);
    const id = await stored(states);
    await own.kill();
    const [found, ms] = await timed(async () => {
      await states.store(id, place, laterMs());
      await states.remove(id);
      return states.read(id);
    });
    expect(found).toBeNull();
    expect(ms).toBeLessThan(5_000);
    expect(failures.length).toBeGreaterThan(0);
    await own.start();
    await vi.waitFor(async () => {
      await states.store(id, place, laterMs());
      expect(await states.read(id)).toBe(place);
    });
  });

  test('a state is known to the process that stored it, also when Redis is back, until it is removed or ends', async () => {
    const own = await ownRedis();
    const [states, others] = [await open(own), await open(own)];
    await own.kill();
    const [id, ending] = [await stored(states), await stored(states, place, Date.now() + 1_500)];
    expect([await states.read(id), await states.read(ending), await others.read(id)]).toEqual([place, place, null]);
    await own.start();
    await vi.waitFor(async () => expect(await states.read(await stored(others))).toBe(place));
    await vi.waitFor(async () => expect(await states.read(ending)).toBeNull(), { timeout: 5_000 });
    expect(await states.read(id)).toBe(place);
    await states.remove(id);
    expect(await states.read(id)).toBeNull();
  });

  test('of very many states the last ones are known', async () => {
    const own = await ownRedis();
    const states = await open(own);
    await own.kill();
    const ids: string[] = [];
    for (let made = 0; made <= 10_000; made += 1) ids.push(await stored(states, 'state'));
    expect([await states.read(ids[0] ?? ''), await states.read(ids[1] ?? '')]).toEqual([null, 'state']);
  });

  test('a Redis that does not answer delays a call only for a limited time', async () => {
    const own = await ownRedis();
    const states = await open({ url: own.url, waitMs: 300 });
    const id = await stored(states);
    own.pause();
    const [found, ms] = await timed(() => states.read(id));
    expect(found).toBeNull();
    expect(ms).toBeGreaterThan(200);
    expect(ms).toBeLessThan(5_000);
    own.resume();
    await vi.waitFor(async () => expect(await states.read(id)).toBe(place));
  });

  test('a process starts without Redis, and uses it when it is there', async () => {
    const own = await ownRedis();
    await own.kill();
    const states = await open(own);
    const early = await stored(states);
    expect(await states.read(early)).toBe(place);
    await own.start();
    await vi.waitFor(async () => expect(await states.read(await stored(states))).toBe(place));
  });
});
