// Requests about who is online: at most once a minute for each member, a hundred in a call, and only while they are shown.
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

test('members who appear together are in one request, of at most a hundred', async () => {
  present = ['m0', 'm230'];
  watch.watch(idsOf(120));
  watch.watch(idsOf(231));
  await pass(200);
  expect(asked.map((ids) => ids.length)).toEqual([100, 100, 31]);
  expect([...watch.online.get()].toSorted()).toEqual(['m0', 'm230']);
});

test('no member is requested again within a minute, whichever screens show them', async () => {
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

test('a member whose status is known is requested again after a minute', async () => {
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

test('members who go offline are no longer shown as online', async () => {
  present = ['ada', 'ben'];
  watch.watch(['ada', 'ben']);
  await pass(200);
  present = ['ben'];
  await pass(60_000);
  expect([...watch.online.get()]).toEqual(['ben']);
});

test('there are no requests while the page is hidden or offline, and one as soon as it is visible and online', async () => {
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

test('there are no requests once no member is shown, and another session starts without results', async () => {
  present = ['ada'];
  const leave = watch.watch(['ada']);
  await pass(200);
  watch.forget();
  expect(watch.online.get().size).toBe(0);
  leave();
  await pass(200_000);
  expect(asked).toHaveLength(1);
});

test('members who are still shown after a change of the session are requested again at once', async () => {
  present = ['ada'];
  watch.watch(['ada']);
  await pass(200);
  watch.forget();
  await pass(200);
  expect(asked).toEqual([['ada'], ['ada']]);
  expect([...watch.online.get()]).toEqual(['ada']);
});
