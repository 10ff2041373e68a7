// A first answer that is older than a later event is requested again.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidate } from './invalidate.ts';

const queries = new QueryClient();
afterEach(() => queries.clear());

test('the screen shows an event that comes while its first request is pending', async () => {
  let truth = 'before';
  const answers: (() => void)[] = [];
  const queryFn = () => {
    const seen = truth;
    return new Promise<string>((resolve) => answers.push(() => resolve(seen)));
  };
  const observer = new QueryObserver(queries, { queryKey: ['list'], queryFn });
  const stop = observer.subscribe(() => undefined);
  truth = 'after';
  invalidate(queries, ['list']);
  answers.shift()?.();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  stop();
});

test('a reply to a request of no open screen is out of date after an event that came before it', async () => {
  const answer = Promise.withResolvers<string>();
  queries.setQueryData(['list'], 'earlier');
  const fetching = queries.fetchQuery({ queryKey: ['list'], queryFn: () => answer.promise, staleTime: 0 });
  invalidate(queries, ['list']);
  answer.resolve('before');
  await fetching;
  await vi.waitFor(() => expect(queries.getQueryState(['list'])).toMatchObject({ data: 'before', isInvalidated: true }));
});
