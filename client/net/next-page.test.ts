// The next page of a list, and a refetch of the list at the same time.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { loadNextPage } from './next-page.ts';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => queries.clear());

/** An open list whose first page is the device's, while the server's is on its way. */
function openStoredList() {
  const answers: { readonly page: number; readonly respond: (text: string) => void; readonly fail: () => void }[] = [];
  queries.setQueryData(['list'], { pages: ['stored'], pageParams: [1] }, { updatedAt: 1 });
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['list'],
    queryFn: ({ pageParam: page }) =>
      new Promise<string>((respond, reject) => answers.push({ page, respond, fail: () => reject(new Error('lost')) })),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  });
  const stop = observer.subscribe(() => undefined);
  const next = async () => {
    await vi.waitFor(() => expect(answers).not.toHaveLength(0));
    return answers.shift();
  };
  return {
    answers,
    stop,
    next,
    more: () => loadNextPage(observer.getCurrentResult()),
    pages: () => observer.getCurrentResult().data?.pages,
  };
}

test('the next page waits for a running refetch, which would be lost otherwise', async () => {
  const { next, more, pages, stop } = openStoredList();
  const asked = [more(), more()];
  (await next())?.respond('fetched');
  const second = await next();
  expect([second?.page, pages()]).toEqual([2, ['fetched']]);
  second?.respond('second');
  await Promise.all(asked);
  expect(pages()).toEqual(['fetched', 'second']);
  stop();
});

test('without a refetch one page is loaded, and none after a failure', async () => {
  const { answers, next, more, pages, stop } = openStoredList();
  (await next())?.respond('fetched');
  await vi.waitFor(() => expect(pages()).toEqual(['fetched']));
  const failing = more();
  (await next())?.fail();
  await failing;
  expect(answers).toEqual([]);
  const asked = more();
  (await next())?.respond('second');
  await asked;
  expect([pages(), answers]).toEqual([['fetched', 'second'], []]);
  stop();
});
