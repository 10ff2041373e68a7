// The watch of who is online: each member asked for at most once a minute, in calls of a hundred, and only while somebody looks.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOnlineWatch, type OnlineWatch } from './online-watch.ts';

let asked: string[][];
let present: string[];
let canAsk: boolean;
let watch: OnlineWatch;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, present, canAsk] = [[], [], true];
  watch = createOnlineWatch({
    ask: async (ids) => {
      asked.push(ids);
      return ids.filter((id) => present.includes(id));
    },
    canAsk: () => canAsk,
    nowMs: () => Date.now(),
  });
});
afterEach(() => vi.useRealTimers());

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('members who appear together are asked for in calls of at most a hundred', async () => {
  present = ['m0', 'm230'];
  watch.watch(idsOf(120));
  watch.watch(idsOf(231));
  await pass(200);
  expect(asked.map((ids) => ids.length)).toEqual([100, 100, 31]);
  expect([...watch.online.get()].toSorted()).toEqual(['m0', 'm230']);
});

test('nobody is asked for again within a minute, whichever screens show them', async () => {
  const leave = watch.watch(['ada', 'ben']);
  await pass(200);
  leave();
  watch.watch(['ben', 'cem']);
  await pass(200);
  watch.askNow();
  expect(asked).toEqual([['ada', 'ben'], ['cem']]);
  await pass(60_000);
  expect(asked.slice(2)).toEqual([['ben'], ['cem']]);
});

test('a member who was known when they appeared is asked for a minute later', async () => {
  watch.watch(['ada'])();
  const leave = watch.watch(['ada']);
  await pass(200);
  leave();
  watch.watch(['ada']);
  await pass(30_000);
  expect(asked).toHaveLength(1);
  await pass(31_000);
  expect(asked).toHaveLength(2);
});

test('whoever leaves is no longer shown, nor is anybody without an answer', async () => {
  present = ['ada', 'ben'];
  watch.watch(['ada', 'ben']);
  await pass(200);
  present = ['ben'];
  await pass(60_000);
  expect([...watch.online.get()]).toEqual(['ben']);
});

test('nobody is asked for while the page is hidden or offline, and at once when it is back', async () => {
  canAsk = false;
  watch.watch(['ada']);
  await pass(200_000);
  expect(asked).toEqual([]);
  canAsk = true;
  watch.askNow();
  expect(asked).toEqual([['ada']]);
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

test('nothing goes on once nobody is shown, and another session starts without answers', async () => {
  present = ['ada'];
  const leave = watch.watch(['ada']);
  await pass(200);
  watch.forget();
  expect(watch.online.get().size).toBe(0);
  leave();
  await pass(200_000);
  expect(asked).toHaveLength(1);
});
