// Rate limits: requests allowed at once, how they are refilled, and which addresses count as one.
import { beforeEach, expect, test } from 'vitest';
import { createDistinctLimiter } from './distinct-limits.ts';
import { Problem } from './problems.ts';
import { createRateLimiter, type RateLimiter } from './rate-limits.ts';

const allowance = { max: 3, perMs: 30_000 };
let nowMs = 0;
let rates: RateLimiter;
const clock = { now: () => nowMs, monotonic: () => nowMs };

beforeEach(() => {
  nowMs = 1_000_000;
  rates = createRateLimiter(clock);
});

const takeAll = (key = 'ada') => Array.from({ length: 4 }, () => rates.take(key, allowance));

test('each key has its own allowance, which can be used at once', () => {
  expect(takeAll().map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
  expect(rates.take('ben', allowance).isAllowed).toBe(true);
});

test('a refusal contains the seconds until the next request is allowed', () => {
  expect(takeAll().map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 0, 10]);
  nowMs += 9_500;
  expect(rates.take('ada', allowance)).toEqual({ isAllowed: false, retryAfterSeconds: 1 });
  nowMs += 500;
  expect(rates.take('ada', allowance).isAllowed).toBe(true);
  expect(rates.take('ada', allowance).isAllowed).toBe(false);
});

test('an allowance is refilled evenly, up to its maximum', () => {
  takeAll();
  nowMs += 20_000;
  expect(takeAll().map(({ isAllowed }) => isAllowed)).toEqual([true, true, false, false]);
  nowMs += 3_600_000;
  expect(takeAll().map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
});

test('a check of the allowance does not use it', () => {
  for (let round = 0; round < 5; round++) expect(rates.allows('ada', allowance)).toBe(true);
  takeAll();
  expect(rates.allows('ada', allowance)).toBe(false);
  nowMs += 9_999;
  expect(rates.allows('ada', allowance)).toBe(false);
  nowMs += 1;
  expect(rates.allows('ada', allowance)).toBe(true);
});

test('a request beyond the allowance is refused with the time to wait, and a forgotten key has its full allowance again', () => {
  for (let round = 0; round < 3; round++) rates.takeOrThrow('ada', allowance);
  expect(() => rates.takeOrThrow('ada', allowance)).toThrow(Problem);
  rates.forget('ada');
  expect(() => rates.takeOrThrow('ada', allowance)).not.toThrow();
});

test('with very many keys those with a full allowance are removed, others remain', () => {
  const short = { max: 1, perMs: 1_000 };
  rates.take('ada', { max: 1, perMs: 3_600_000 });
  for (let key = 0; key < 200_000; key++) rates.take(`before ${key}`, short);
  nowMs += 2_000;
  rates.take('one more', short);
  expect(rates.take('ada', { max: 1, perMs: 3_600_000 }).isAllowed).toBe(false);
  expect(rates.take('before 7', short).isAllowed).toBe(true);
});

test('a repeated request costs nothing, and one thing too many is refused until the period ends', () => {
  const things = createDistinctLimiter(clock);
  const ask = (thing: string, key = 'ada') => things.takeOrThrow(key, thing, { max: 2, perMs: 30_000 });
  ask('a');
  ask('b');
  ask('a');
  expect(() => ask('c')).toThrow(Problem);
  ask('c', 'ben');
  nowMs += 29_999;
  expect(() => ask('c')).toThrow(Problem);
  nowMs += 1;
  ask('c');
  ask('d');
  expect(() => ask('a')).toThrow(Problem);
});

test('expired requests of many members are forgotten', () => {
  const things = createDistinctLimiter(clock);
  const ask = (thing: string, key: string, perMs: number) => things.takeOrThrow(key, thing, { max: 1, perMs });
  ask('a', 'ada', 60_000);
  for (let key = 0; key < 20_000; key++) ask('a', `before ${key}`, 1_000);
  nowMs += 1_000;
  ask('a', 'one more', 1_000);
  expect(() => ask('b', 'ada', 60_000)).toThrow(Problem);
  expect(() => ask('b', 'before 7', 1_000)).not.toThrow();
});

test('a refusal contains the seconds until another thing is allowed', () => {
  const things = createDistinctLimiter(clock);
  things.takeOrThrow('ada', 'a', { max: 1, perMs: 30_000 });
  nowMs += 9_500;
  expect(() => things.takeOrThrow('ada', 'b', { max: 1, perMs: 30_000 })).toThrow(
    expect.objectContaining({ code: 'too-many-requests', retryAfterSeconds: 21 }) as Error,
  );
});
