// The queue of waiting requests. It refuses requests if there are too many, but not after a pause of the machine.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';
import { createRequestQueue, type RequestQueue } from './request-queue.ts';

const maxWaitMs = 1_000;
const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue', () => {
  let clock: ReturnType<typeof testClock>;
  let queue: RequestQueue;
  let begun: number;
  const before = 9;
  beforeEach(() => {
    clock = testClock();
    queue = createRequestQueue(clock.monotonic, maxWaitMs);
    begun = 0;
  });

  /** A request that keeps the event loop for `costMs`; false if it was refused. */
  function request(costMs: number): boolean {
    if (queue.isFull()) return false;
    const run = (): void => {
      begun += 1;
      clock.pass(costMs);
    };
    const turn = queue.takeTurn();
    if (turn === null) run();
    else void turn.then(run);
    return true;
  }

  /** Enough requests for the queue to know what one costs. */
  async function eachInItsTurn(costMs: number): Promise<void> {
    for (let i = 0; i < before; i += 1) {
      request(costMs);
      await oneTurn();
    }
  }

  async function untilAllBegun(count: number): Promise<number> {
    let turns = 0;
    for (; begun < count; turns += 1) await oneTurn();
    return turns;
  }

  test('requests one after the other never wait', async () => {
    for (let i = 0; i < 50; i += 1) {
      expect(queue.takeTurn()).toBeNull();
      clock.pass(300);
      await oneTurn();
    }
    expect(queue.isFull()).toBe(false);
  });

  test('many requests at once are done in short turns, in the order in which they came', async () => {
    await eachInItsTurn(2);
    const order: number[] = [];
    for (let i = 0; i < 100; i += 1) void Promise.resolve(queue.takeTurn()).then(() => order.push(i));
    await oneTurn();
    expect(order.length).toBeLessThanOrEqual(20);
    while (order.length < 100) await oneTurn();
    expect(order).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test('while more requests wait than can be done in time, further ones are refused; when the queue is empty, all are accepted again', async () => {
    await eachInItsTurn(10);
    const taken = Array.from({ length: 500 }, () => request(10)).filter(Boolean).length;
    // Two in the first turn, a second of work in the queue, and the one with which it became full.
    expect(taken).toBe(2 + maxWaitMs / 10 + 1);
    await untilAllBegun(before + taken);
    expect(request(10)).toBe(true);
  });

  test('the requests that one page makes at once are not refused on a machine that is busy with other programs', async () => {
    await eachInItsTurn(300);
    expect(Array.from({ length: 60 }, () => request(300))).not.toContain(false);
    await untilAllBegun(before + 60);
  });

  test('after a pause of the machine, no request that arrived during it is refused', async () => {
    await eachInItsTurn(1);
    clock.pass(5_000);
    for (let i = 0; i < 300; i += 1) expect(request(1)).toBe(true);
    clock.pass(5_000);
    await oneTurn();
    for (let i = 0; i < 300; i += 1) expect(request(1)).toBe(true);
    expect(await untilAllBegun(before + 600)).toBeGreaterThan(10);
  });
});

describe('a server', () => {
  let app: TestApp;
  /** By how much each reading of the clock advances it. Requests read it, so this is what they cost. */
  let lookMs = 0;
  let clock: ReturnType<typeof testClock>;
  beforeEach(async () => {
    clock = testClock();
    const slowClock = {
      ...clock,
      monotonic() {
        clock.pass(lookMs);
        return clock.monotonic();
      },
    };
    app = await openTestApp({ limits: { maxRequestWaitMs: maxWaitMs }, parts: { clock: slowClock } });
  });
  afterEach(async () => {
    lookMs = 0;
    await app.close();
  });

  const get = (url: string) => app.app.inject({ url, headers: { host: 'localhost:3000' } });
  const getMany = (url: string, count: number) => Promise.all(Array.from({ length: count }, () => get(url)));

  async function someTurns(): Promise<void> {
    for (let i = 0; i < 9; i += 1) {
      await get('/api/version');
      await oneTurn();
    }
  }

  test('refuses with a retry time of ten seconds only while more work waits than it can do, never refuses pings, and recovers', async () => {
    lookMs = 10;
    await someTurns();
    const flood = getMany('/api/version', 400);
    const pings = ['/api/ping', '/api/health/live'].map((url) => getMany(url, 10));
    const replies = await flood;
    const refused = replies.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(200);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(400 - refused.length);
    expect(refused[0]?.headers['retry-after']).toBe('10');
    expect(refused[0]?.json()).toMatchObject({ statusCode: 503, code: 'overloaded' });
    expect((await Promise.all(pings)).flat().map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await get('/api/version')).statusCode).toBe(200);
  });

  test('answers all requests that came before, during and after a pause of 5 s', async () => {
    await someTurns();
    lookMs = 0.01;
    const before = getMany('/api/version', 200);
    clock.pass(5_000);
    const replies = [...(await before), ...(await getMany('/api/version', 200))];
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(400);
  });
});
