// The clock of the schedules: it does not run ahead of what it was told of.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeTime, type FakeTime } from './fake-time.ts';

const { setTimeout: laterByTheRealClock } = globalThis;
const chance = Math.random;
let time: FakeTime;

beforeEach(() => void (time = fakeTime(0)));
afterEach(() => {
  time.end();
  Math.random = chance;
});

/** A write that takes some moments of the real clock, and something that falls due a second after it was begun. */
async function writeAndPass(): Promise<string[]> {
  const order: string[] = [];
  setTimeout(() => {
    const written = new Promise<void>((resolve) => laterByTheRealClock(resolve, 50));
    void time.during(written).then(() => order.push(`written at ${Date.now()}`));
  }, 1_000);
  setTimeout(() => order.push(`due at ${Date.now()}`), 2_000);
  await time.pass(3_000);
  return order;
}

test('time stands still until a write that it was told of has ended', async () => {
  Math.random = () => 0.9;
  expect(await writeAndPass()).toEqual(['written at 1000', 'due at 2000']);
});

test('now and then something falls due while a write is still under way, and time waits at its end at the latest', async () => {
  Math.random = () => 0;
  expect(await writeAndPass()).toEqual(['due at 2000', 'written at 2000']);
});

test('a call is given up by this clock, and not by the real one', async () => {
  const signal = AbortSignal.timeout(30_000);
  await time.pass(29_999);
  expect(signal.aborted).toBe(false);
  await time.pass(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('what was still to come before a new beginning never happens', async () => {
  const happened: string[] = [];
  setTimeout(() => happened.push('from before'), 1_000);
  await time.restart(10);
  await time.pass(2_000);
  expect(happened).toEqual([]);
  expect(time.now()).toBe(2_010);
});
