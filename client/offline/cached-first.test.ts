// Cached replies on a screen, before the server's and without it.
import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileLike } from '#shared/contract/likes.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { followReachability } from '#client/net/query-client.ts';
import { reachability } from '#client/net/reachability.ts';
import { memberDatabase } from './database.ts';
import { likeStore, listStore, cachedFirst, cachedFirstPage, type CacheStore } from './cached-first.ts';

let client: QueryClient;
beforeEach(async () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await memberDatabase.claim('ada');
});
afterEach(async () => {
  client.clear();
  vi.useRealTimers();
  await memberDatabase.wipe();
});

const lost = () => Promise.reject(new ConnectionLost('No connection.'));
const refused = (status: number) => () =>
  Promise.reject(new Refused({ status, statusText: '', code: '', message: 'Refused.', retryAfterMs: null }));
const saved = (value: string): CacheStore<string> => ({ read: async () => ({ value, savedMs: 1_234 }) });
const nothing: CacheStore<string> = { read: async () => null };
const key = ['a list'];

const ask = (store: CacheStore<string>, answer: (shown?: string) => Promise<string>) =>
  client.fetchQuery({ queryKey: key, queryFn: cachedFirst(store, (_, held) => answer(held)) });
const askPage = (store: CacheStore<string>, answer: () => Promise<string>, pages = 1) =>
  client.fetchInfiniteQuery({
    queryKey: key,
    queryFn: cachedFirstPage<string, string | undefined>(store, answer),
    initialPageParam: undefined,
    getNextPageParam: () => 'next',
    pages,
  });
const pagesShown = () => client.getQueryData<InfiniteData<string>>(key)?.pages;

test('a cached reply is shown with its age until the server responds', async () => {
  const shown: unknown[] = [];
  const answer = await ask(saved('old'), async (held) => {
    shown.push(held, client.getQueryState(key)?.dataUpdatedAt);
    return 'new';
  });
  expect([shown, answer]).toEqual([['old', 1_234], 'new']);
});

test('without a connection a shown reply remains, else the error is shown', async () => {
  expect(await ask(saved('old'), lost)).toBe('old');
  client.clear();
  await expect(ask(nothing, lost)).rejects.toThrow(ConnectionLost);
});

test('a refusal removes the cached reply, unless its status says nothing about the value', async () => {
  const forget = vi.fn(async () => undefined);
  for (const status of [401, 408, 423, 429])
    await expect(ask({ ...saved('old'), forget }, refused(status))).rejects.toThrow(Refused);
  expect(forget).not.toHaveBeenCalled();
  await expect(ask({ ...saved('old'), forget }, refused(404))).rejects.toThrow(Refused);
  expect(forget).toHaveBeenCalledOnce();
});

test('a device that does not answer within a second does not delay the server’s reply', async () => {
  vi.useFakeTimers();
  const asking = ask({ read: () => new Promise(() => undefined) }, async () => 'new');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asking).toBe('new');
});

/** A device whose reading takes longer than the server’s reply may be delayed. */
function slowDevice(value: string): CacheStore<string> {
  vi.useFakeTimers();
  return { read: () => new Promise((resolve) => setTimeout(resolve, 5_000, { value, savedMs: 1_234 })) };
}

test('without a connection, even a slow device shows what it has stored', async () => {
  const asking = ask(slowDevice('old'), lost);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await asking).toBe('old');
  client.clear();
  const askingPage = askPage(slowDevice('old'), lost);
  await vi.advanceTimersByTimeAsync(5_000);
  await askingPage;
  expect(pagesShown()).toEqual(['old']);
});

test('what a slow device has read is shown while the server does not answer, and not after its answer', async () => {
  const answer = Promise.withResolvers<string>();
  const asking = ask(slowDevice('old'), () => answer.promise);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(client.getQueryData(key)).toBe('old');
  answer.resolve('new');
  expect(await asking).toBe('new');
  client.clear();
  const refusing = expect(ask(slowDevice('old'), refused(404))).rejects.toThrow(Refused);
  await vi.advanceTimersByTimeAsync(5_000);
  await refusing;
  expect(client.getQueryData(key)).toBeUndefined();
});

test('a device that cannot read its cache shows the server’s reply', async () => {
  expect(await ask({ read: () => Promise.reject(new Error('broken')) }, async () => 'new')).toBe('new');
});

test('a reply is cached for the next start', async () => {
  const store = listStore<string>('ada', key);
  await ask(store, async () => 'new');
  await vi.waitFor(async () => expect(await store.read()).toMatchObject({ value: 'new' }));
});

test('the cached first page of a list is shown until the server responds', async () => {
  let shown: unknown;
  await askPage(saved('old'), async () => {
    shown = [pagesShown(), client.getQueryState(key)?.dataUpdatedAt];
    return 'new';
  });
  expect([shown, pagesShown()]).toEqual([[['old'], 1_234], ['new']]);
});

test('without a connection the cached first page remains, else the error is shown', async () => {
  await askPage(saved('old'), lost);
  expect(pagesShown()).toEqual(['old']);
  client.clear();
  await expect(askPage(nothing, lost)).rejects.toThrow(ConnectionLost);
});

test('a refused list shows the refusal, even if a page is cached', async () => {
  await expect(askPage(saved('old'), refused(403))).rejects.toThrow(Refused);
});

test('only the first page is cached', async () => {
  const write = vi.fn(async () => undefined);
  let page = 0;
  await askPage({ ...nothing, write }, async () => `page ${++page}`, 2);
  expect(pagesShown()).toEqual(['page 1', 'page 2']);
  await vi.waitFor(() => expect(write.mock.calls).toEqual([['page 1']]));
});

test('a lost connection and a server error remove nothing from the device', async () => {
  const forget = vi.fn(async () => undefined);
  const serverError = new ServerError({ status: 500, statusText: '', code: '', message: '', retryAfterMs: null });
  await expect(ask({ ...nothing, forget }, lost)).rejects.toThrow(ConnectionLost);
  await expect(ask({ ...saved('old'), forget }, () => Promise.reject(serverError))).rejects.toBe(serverError);
  expect(forget).not.toHaveBeenCalled();
});

test('a like is cached for the next start, for the member who gave it', async () => {
  const like = { likerProfileId: 'ada', likedProfileId: 'ben', likeType: 'LIKE' } as ProfileLike;
  await likeStore('ada', 'ben').write?.(like);
  expect(await likeStore('ada', 'ben').read()).toMatchObject({ value: like });
  expect(await likeStore('ada', 'cem').read()).toBeNull();
});

/** An open screen on a device that reads its copy for five seconds, and has lost its connection for the first two of them. */
async function shownAfterShortLoss(store: CacheStore<string>) {
  followReachability();
  client.mount();
  const answers = [
    () => {
      reachability.set({ isLost: true, lastMs: null });
      setTimeout(() => reachability.set({ isLost: false, lastMs: null }), 2_000);
      return lost();
    },
  ];
  const queryFn = cachedFirst(store, () => answers.shift()?.() ?? Promise.resolve('new'));
  const observer = new QueryObserver(client, { queryKey: key, queryFn, staleTime: Infinity, refetchOnReconnect: 'always' });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  const { data } = observer.getCurrentResult();
  stop();
  client.unmount();
  return data;
}

test('a request that was lost is repeated, even if the connection came back before the device had read its copy', async () => {
  expect(await shownAfterShortLoss(slowDevice('old'))).toBe('new');
  client.clear();
  const empty: CacheStore<string> = { read: () => new Promise((resolve) => setTimeout(resolve, 5_000, null)) };
  expect(await shownAfterShortLoss(empty)).toBe('new');
});

test('what was shown without a connection is fetched again by the next screen, however short the time since', async () => {
  expect(await ask(saved('old'), lost)).toBe('old');
  const queryFn = cachedFirst(saved('old'), async () => 'new');
  const observer = new QueryObserver(client, { queryKey: key, queryFn, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('new'));
  stop();
});

test('the device’s copy on a screen that was left before the server answered is fetched again by the next screen', async () => {
  const answers: ((text: string) => void)[] = [];
  const queryFn = cachedFirst(saved('old'), ({ signal }) => {
    const answer = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    answers.push(answer.resolve);
    return answer.promise;
  });
  const observer = new QueryObserver(client, { queryKey: key, queryFn, staleTime: Infinity });
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  leave();
  const left = { data: 'old', fetchStatus: 'idle', isInvalidated: true };
  await vi.waitFor(() => expect(client.getQueryState(key)).toMatchObject(left));
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers.at(-1)?.('new');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('new'));
  stop();
});
