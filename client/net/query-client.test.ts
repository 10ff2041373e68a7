// The rules of the query cache: retries, and waiting while the server is unreachable.
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionLost, Refused, ServerError } from './errors.ts';
import { createQueryClient, followReachability } from './query-client.ts';
import { reachability } from './reachability.ts';

beforeEach(() => {
  vi.useFakeTimers();
  reachability.set({ isLost: false, lastMs: null });
});
afterEach(() => void vi.useRealTimers());

const answer = { statusText: '', code: '', message: 'No.', retryAfterMs: null };

/** The times of all requests, in seconds after the start. */
async function requestTimes(error: Error): Promise<number[]> {
  const startedMs = Date.now();
  const asks: number[] = [];
  const queryFn = () => {
    asks.push((Date.now() - startedMs) / 1_000);
    return Promise.reject(error);
  };
  const asking = createQueryClient().fetchQuery({
    ...createQueryClient().getDefaultOptions().queries,
    queryKey: ['any'],
    queryFn,
  });
  asking.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(asking).rejects.toBe(error);
  return asks;
}

test.each([
  ['a server error', new ServerError({ ...answer, status: 500 })],
  ['a server that asks to come back later', new Refused({ ...answer, status: 429 })],
])('after %s a query is tried twice more, after one and two seconds', async (_, error) => {
  expect(await requestTimes(error)).toEqual([0, 1, 3]);
});

test.each([
  ['a refusal', new Refused({ ...answer, status: 404 })],
  ['a lost connection', new ConnectionLost('No connection.')],
])('after %s a query is not tried again by itself', async (_, error) => {
  expect(await requestTimes(error)).toEqual([0]);
});

test('without a connection queries and mutations are sent nevertheless, mutations without retries', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect([queries?.networkMode, mutations]).toEqual(['offlineFirst', { networkMode: 'always', retry: false }]);
});

test('queries wait only while the server is unreachable', () => {
  reachability.set({ isLost: true, lastMs: null });
  followReachability();
  expect(onlineManager.isOnline()).toBe(false);
  const states: boolean[] = [];
  const stop = onlineManager.subscribe((isOnline) => states.push(isOnline));
  reachability.set({ isLost: false, lastMs: null });
  reachability.set({ isLost: true, lastMs: null });
  reachability.set({ isLost: false, lastMs: null });
  stop();
  expect(states).toEqual([true, false, true]);
});
