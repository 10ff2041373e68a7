// Data that events change, and its refetches.
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeData } from './change-data.ts';
import { refetchAtAge } from './refetch-at-age.ts';

const queries = new QueryClient();
beforeEach(() => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  queries.clear();
  vi.useRealTimers();
});

test('changed data is as old as before, and still has to be fetched again if it had to be', async () => {
  queries.setQueryData(['list'], ['ada'], { updatedAt: 1_000 });
  changeData<string[]>(queries, { queryKey: ['list'] }, (names) => [...names, 'ben']);
  expect(queries.getQueryState(['list'])).toMatchObject({ data: ['ada', 'ben'], dataUpdatedAt: 1_000, isInvalidated: false });
  await queries.invalidateQueries({ queryKey: ['list'] });
  changeData<string[]>(queries, { queryKey: ['list'] }, () => ['cem'], 2_000);
  expect(queries.getQueryState(['list'])).toMatchObject({ data: ['cem'], dataUpdatedAt: 2_000, isInvalidated: true });
  changeData<string[]>(queries, { queryKey: ['other'] }, () => ['cem']);
  expect(queries.getQueryState(['other'])).toBeUndefined();
});

test('data is fetched again at its age, however often events change it, and not more often after a failure', async () => {
  const startedMs = Date.now();
  const fetchedS: number[] = [];
  const queryFn = (): Promise<number> => {
    fetchedS.push((Date.now() - startedMs) / 1_000);
    return fetchedS.length === 3 ? Promise.reject(new Error('lost')) : Promise.resolve(0);
  };
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn,
    retry: false,
    refetchInterval: refetchAtAge(60_000),
  });
  const stop = observer.subscribe(() => undefined);
  for (let seconds = 0; seconds < 250; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000);
    changeData<number>(queries, { queryKey: ['list'] }, (count) => count + 1);
  }
  stop();
  expect(fetchedS).toEqual([0, 60, 120, 180, 240]);
});
