// The store of shared counts: what a process counted alone reaches the store, even if its first answer is an error.
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedis } from '#server/testing/fakes/redis.ts';
import { SharedStore } from './shared-store.ts';

const longAgoMs = 1e10;

test('what could not be counted in the store is counted there later, with what was taken meanwhile', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  let nowMs = 0;
  const merged: (readonly [key: string, count: number])[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const options = {
    prefix: 'limits:test',
    processName: 'process',
    clock: { monotonic: () => nowMs },
    time: () => nowMs,
    waitMs: 60_000,
    startWithinMs: 60_000,
    onChange: () => undefined,
  };
  const store = await SharedStore.open(redis.url, options, async (taken) => {
    merged.push(taken.map(([key, { count }]) => [key, count]));
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
  });
  onTestFinished(() => store.close());
  nowMs = longAgoMs;
  const take = (key: string) =>
    store.count(
      () => Promise.reject(new Error('Redis does not answer')),
      (alone) => alone.take(key, { max: 30, perMs: 60_000 }),
    );

  await take('ada');
  await take('ben');
  expect(store.isShared).toBe(false);
  await vi.waitFor(() => expect(merged).toEqual([[ada(1), ben(1)]]));
  await take('ada');
  answers[0]?.reject(new Error('Redis does not answer'));
  await vi.waitFor(() => expect(merged).toHaveLength(2));
  expect(merged[1]).toEqual(expect.arrayContaining([ada(2), ben(1)]));
  expect(store.isShared).toBe(false);
  answers[1]?.resolve();
  await vi.waitFor(() => expect(store.isShared).toBe(true));
  expect(merged).toHaveLength(2);
});

const ada = (count: number) => ['ada', count];
const ben = (count: number) => ['ben', count];
