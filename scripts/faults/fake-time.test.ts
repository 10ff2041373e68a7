// Tests that the fake clock fires timers in order and waits for registered work.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeTime, type FakeTime } from './fake-time.ts';

const { setTimeout: realSetTimeout } = globalThis;
const realRandom = Math.random;
let time: FakeTime;

beforeEach(() => void (time = fakeTime(0)));
afterEach(() => {
  time.end();
  Math.random = realRandom;
});

/** Starts a write that takes 50 ms of real time, and a timer that fires one second after its start. */
async function orderOfEvents(): Promise<string[]> {
  const order: string[] = [];
  setTimeout(() => {
    const written = new Promise<void>((resolve) => realSetTimeout(resolve, 50));
    void time.during(written).then(() => order.push(`written at ${Date.now()}`));
  }, 1_000);
  setTimeout(() => order.push(`due at ${Date.now()}`), 2_000);
  await time.pass(3_000);
  return order;
}

test('time stands still until a registered write has finished', async () => {
  Math.random = () => 0.9;
  expect(await orderOfEvents()).toEqual(['written at 1000', 'due at 2000']);
});

test('sometimes a timer fires during a write, which finishes before the end of the pass', async () => {
  Math.random = () => 0;
  expect(await orderOfEvents()).toEqual(['due at 2000', 'written at 2000']);
});

test('AbortSignal.timeout follows the fake clock', async () => {
  const signal = AbortSignal.timeout(30_000);
  await time.pass(29_999);
  expect(signal.aborted).toBe(false);
  await time.pass(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('pending timers never fire after a restart', async () => {
  const fired: string[] = [];
  setTimeout(() => fired.push('before the restart'), 1_000);
  await time.restart(10);
  await time.pass(2_000);
  expect(fired).toEqual([]);
  expect(time.now()).toBe(2_010);
});
