// Tests of limits that hold wherever they are counted: calls allowed at once, how they are refilled, different things and attempts.
import { beforeEach, expect, test } from 'vitest';
import type { LimitCounts } from '#server/limiters/counts.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createDistinctLimiter } from './distinct-limits.ts';
import { createRateLimiter } from './rate-limits.ts';

interface Opened {
  readonly counts: LimitCounts;
  pass(ms: number): void;
}

const allowance = { max: 3, perMs: 30_000 };
const attempts = { max: 3, perMs: 60_000, retryMs: 7_000 };

/** `open` returns counts that are empty. */
export function limitsAreCounted(open: () => Promise<Opened> | Opened): void {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });

  const rates = () => createRateLimiter(opened.counts);
  const take = async (key = 'ada') => rates().take(key, allowance);
  const things = () => createDistinctLimiter(opened.counts);
  const attempt = async (key = 'ada') => opened.counts.takeAttempt(key, attempts);

  async function takeAll() {
    const admissions = [];
    for (let call = 0; call < 4; call++) admissions.push(await take());
    return admissions;
  }

  test('each key has its own allowance, which can be used at once', async () => {
    expect((await takeAll()).map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
    expect((await take('ben')).isAllowed).toBe(true);
  });

  test('a refusal contains the seconds until the next request is allowed', async () => {
    expect((await takeAll()).map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([0, 0, 0, 10]);
    opened.pass(9_500);
    expect(await take()).toEqual({ isAllowed: false, retryAfterSeconds: 1 });
    opened.pass(500);
    expect((await take()).isAllowed).toBe(true);
    expect((await take()).isAllowed).toBe(false);
  });

  test('an allowance is refilled evenly, up to its maximum', async () => {
    await takeAll();
    opened.pass(20_000);
    expect((await takeAll()).map(({ isAllowed }) => isAllowed)).toEqual([true, true, false, false]);
    opened.pass(hourMs);
    expect((await takeAll()).map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false]);
  });

  test('many small steps are not rounded to one call more or less', async () => {
    const many = { max: 700, perMs: 300_000 };
    let taken = 0;
    while (taken < 1_000 && (await rates().take('ada', many)).isAllowed) taken += 1;
    expect(taken).toBe(700);
    opened.pass(300_000 / 7);
    while (taken < 1_000 && (await rates().take('ada', many)).isAllowed) taken += 1;
    expect(taken).toBe(800);
  });

  test('a request beyond the allowance is refused with the time to wait', async () => {
    for (let round = 0; round < 3; round++) await rates().takeOrThrow('ada', allowance);
    await expect(async () => rates().takeOrThrow('ada', allowance)).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 10,
    });
  });

  test('a /64 of IPv6 has its allowance, and all networks of a /48 together have ten times as much', async () => {
    const from = async (address: string) => (await rates().takeByAddress('login', address, allowance)).isAllowed;
    for (let network = 0; network < 10; network++)
      for (let call = 0; call < 3; call++) expect(await from(`2001:db8:0:${network}::${call}`)).toBe(true);
    expect(await from('2001:db8:0:77::1')).toBe(false);
    expect(await from('2001:db8:1::1')).toBe(true);
  });

  test('a repeated request costs nothing, and one thing too many is refused until the period ends', async () => {
    const ask = async (thing: string, key = 'ada') => things().takeOrThrow(key, [thing], { max: 2, perMs: 30_000 });
    const tooMany = { code: 'too-many-requests' };
    for (const thing of ['a', 'b', 'a']) await ask(thing);
    await expect(ask('c')).rejects.toMatchObject(tooMany);
    await ask('c', 'ben');
    opened.pass(29_999);
    await expect(ask('c')).rejects.toMatchObject(tooMany);
    opened.pass(1);
    for (const thing of ['c', 'd']) await ask(thing);
    await expect(ask('a')).rejects.toMatchObject(tooMany);
  });

  test('several things are counted in their order, up to the first that is too many', async () => {
    const ask = async (...asked: readonly string[]) => things().takeOrThrow('ada', asked, { max: 3, perMs: 30_000 });
    await ask();
    await expect(ask('a', 'b', 'a', 'c', 'd', 'e')).rejects.toMatchObject({ code: 'too-many-requests' });
    await ask('c', 'b', 'a');
    await expect(ask('d')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('a refusal contains the seconds until another thing is allowed', async () => {
    await things().takeOrThrow('ada', ['a'], { max: 1, perMs: 30_000 });
    opened.pass(9_500);
    await expect(async () => things().takeOrThrow('ada', ['b'], { max: 1, perMs: 30_000 })).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 21,
    });
  });

  test('after several attempts one is allowed in each interval, and several at once again after a long pause', async () => {
    const outcomes = [];
    for (let second = 0; second < 70; second++) {
      if ((await attempt()).isAllowed) outcomes.push(second);
      opened.pass(1_000);
    }
    expect(outcomes).toEqual([0, 1, 2, 9, 16, 23, 30, 37, 44, 51, 58, 65]);
    opened.pass(59_000);
    expect((await attempt()).isAllowed).toBe(true);
    expect((await attempt()).isAllowed).toBe(true);
  });

  test('an attempt can be taken back, and those of others stay counted', async () => {
    await attempt();
    await attempt();
    const third = await attempt();
    expect(await attempt()).toMatchObject({ isAllowed: false, retryAfterSeconds: 7 });
    await third.takeBack();
    expect((await attempt()).isAllowed).toBe(true);
    expect((await attempt()).isAllowed).toBe(false);
    expect((await attempt('ben')).isAllowed).toBe(true);
    opened.pass(7_000);
    const right = await attempt();
    expect(right.isAllowed).toBe(true);
    await right.takeBack();
    expect((await attempt()).isAllowed).toBe(true);
    expect((await attempt()).isAllowed).toBe(false);
  });
}
