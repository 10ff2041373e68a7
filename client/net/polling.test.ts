// Polling without a socket: its intervals, the events that restart it, and its pause while a socket is open.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#client/device/store.ts';
import { startPolling, type Polling } from './polling.ts';

let polling: Polling;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  polling.stop();
  vi.useRealTimers();
});

const rhythm = (isLive = createStore(false)) => {
  const askedS: number[] = [];
  const state = { askedS, isNews: false, isLive };
  const startMs = Date.now();
  polling = startPolling({
    isLive,
    poll: async () => {
      askedS.push(Math.round((Date.now() - startMs) / 1_000));
      const { isNews } = state;
      state.isNews = false;
      return isNews;
    },
  });
  return state;
};

test('while nothing happens the pauses grow from 2 to 64 seconds', async () => {
  const { askedS } = rhythm();
  await vi.advanceTimersByTimeAsync(300_000);
  const pauses = askedS.map((second, n) => second - (askedS[n - 1] ?? 0));
  expect(pauses).toEqual([2, 2, 4, 8, 8, 8, 8, 16, 32, 64, 64, 64]);
});

test('something new, and sending, restart it at once', async () => {
  const state = rhythm();
  await vi.advanceTimersByTimeAsync(20_000);
  state.isNews = true;
  state.askedS.length = 0;
  polling.reset();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state.askedS).toEqual([20, 20, 22]);
});

test('it rests while the socket is open, and asks at once when the socket is lost', async () => {
  const state = rhythm(createStore(true));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(state.askedS).toEqual([]);
  state.isLive.set(false);
  expect(state.askedS).toEqual([100]);
  await vi.advanceTimersByTimeAsync(3_000);
  state.isLive.set(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(state.askedS).toEqual([100, 102]);
});

test('a restart takes the place of the poll that was due, and of one under way', async () => {
  const { askedS } = rhythm();
  await vi.advanceTimersByTimeAsync(1_000);
  polling.reset();
  polling.reset();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(askedS).toEqual([1, 1, 3, 7]);
  polling.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedS).toEqual([1, 1, 3, 7]);
});
