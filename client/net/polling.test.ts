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

const startTestPolling = (isLive = createStore(false)) => {
  const pollTimesS: number[] = [];
  const state = { pollTimesS, hasNew: false, isLive };
  const startMs = Date.now();
  polling = startPolling({
    isLive,
    poll: async () => {
      pollTimesS.push(Math.round((Date.now() - startMs) / 1_000));
      const { hasNew } = state;
      state.hasNew = false;
      return hasNew;
    },
  });
  return state;
};

test('pauses grow from 2 to 64 seconds while nothing is new', async () => {
  const { pollTimesS } = startTestPolling();
  await vi.advanceTimersByTimeAsync(300_000);
  const pauses = pollTimesS.map((second, n) => second - (pollTimesS[n - 1] ?? 0));
  expect(pauses).toEqual([2, 4, 8, 8, 8, 8, 16, 32, 64, 64, 64]);
});

test('restarts immediately after something new and after sending', async () => {
  const state = startTestPolling();
  await vi.advanceTimersByTimeAsync(20_000);
  state.hasNew = true;
  state.pollTimesS.length = 0;
  polling.reset();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state.pollTimesS).toEqual([20, 20, 22]);
});

test('pauses while the socket is open, and polls immediately when it is lost', async () => {
  const state = startTestPolling(createStore(true));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(state.pollTimesS).toEqual([]);
  state.isLive.set(false);
  expect(state.pollTimesS).toEqual([100]);
  await vi.advanceTimersByTimeAsync(3_000);
  state.isLive.set(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(state.pollTimesS).toEqual([100, 102]);
});

test('a restart replaces a scheduled poll and a running one', async () => {
  const { pollTimesS } = startTestPolling();
  await vi.advanceTimersByTimeAsync(1_000);
  polling.reset();
  polling.reset();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(pollTimesS).toEqual([1, 1, 3, 7]);
  polling.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pollTimesS).toEqual([1, 1, 3, 7]);
});
