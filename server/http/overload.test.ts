// Overload detection after a single pause and during continuous delays.
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { beatMs, createOverloadMeter } from './overload.ts';

const maxDelayMs = 1_000;

describe('the delay of the event loop', () => {
  /** A meter whose timer fired after each of these times, asked `afterMs` later. */
  const isOverloaded = (timers: readonly number[], afterMs = 0): boolean => {
    const meter = createOverloadMeter(0, maxDelayMs);
    let nowMs = 0;
    for (const ms of timers) meter.beat((nowMs += ms));
    return meter.isOverloaded(nowMs + afterMs);
  };

  test('a single pause is not an overload: before the timer fires, directly after, and later', () => {
    expect(isOverloaded([beatMs], 5_000)).toBe(false);
    expect(isOverloaded([beatMs, 5_000])).toBe(false);
    expect(isOverloaded([beatMs, 5_000, beatMs])).toBe(false);
    expect(isOverloaded([5_000, beatMs, 5_000])).toBe(false);
  });

  test('a second delay in a row is an overload even before its timer fires', () => {
    expect(isOverloaded([3_000], beatMs + maxDelayMs + 1)).toBe(true);
    expect(isOverloaded([3_000, 3_000])).toBe(true);
    expect(isOverloaded([3_000, 3_000, 3_000], 10)).toBe(true);
  });

  test('the first timely timer ends the overload', () => {
    expect(isOverloaded([3_000, 3_000, 3_000, beatMs])).toBe(false);
  });

  test('a delay of exactly the limit is allowed', () => {
    expect(isOverloaded([beatMs + maxDelayMs, beatMs + maxDelayMs])).toBe(false);
  });
});

describe('a server', () => {
  let app: TestApp;
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    app = await openTestApp({ limits: { eventLoopDelayMs: maxDelayMs } });
  });
  afterEach(async () => {
    await app.close();
    mock.timers.reset();
  });

  const get = (path = '/api/version') => app.visitor().send('GET', path);
  const pass = (ms: number) => {
    app.clock.pass(ms);
    mock.timers.tick(beatMs);
  };

  test('answers all requests during and after a pause of 5 s', async () => {
    pass(beatMs);
    app.clock.pass(5_000);
    expect((await get()).status).toBe(200);
    pass(0);
    expect((await get()).status).toBe(200);
    pass(beatMs);
    expect((await get()).status).toBe(200);
  });

  test('refuses requests with a retry time of ten seconds while overloaded, except pings, and recovers', async () => {
    pass(3_000);
    app.clock.pass(3_000);
    const { status, headers, body } = await get();
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '10',
      expect.objectContaining({ statusCode: 503, code: 'overloaded' }),
    ]);
    expect((await get('/api/ping')).body).toEqual({ ok: true });
    pass(0);
    expect((await get()).status).toBe(503);
    pass(beatMs);
    expect((await get()).status).toBe(200);
  });
});
