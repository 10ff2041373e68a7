// Tests the refetch intervals of broadcasts, conversations and the other member's profile.
import 'fake-indexeddb/auto';
import { environmentManager, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast, own, peer } from '#client/testing/messages.ts';
import { createQueryClient } from '#client/net/query-client.ts';
import { showBroadcast } from '#client/offline/conversations/broadcast-queries.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { polledConversations, polledPeer, polledSector } from './polled.queries.ts';

/** The times of all requests in seconds. */
let requestTimes: number[] = [];
beforeEach(() => {
  requestTimes = [];
  // Query intervals run only in a browser.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async () => {
    requestTimes.push(Date.now() / 1_000);
    return Response.json([broadcast(requestTimes.length)]);
  });
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Test data is included, so the query does not use the device's cache. */
const sector = (hasLiveEvents: boolean) => polledSector(own, '33:-113', { includeTestData: true, hasLiveEvents });

/** Observes a query as a screen does. */
function open<T>(query: QueryObserverOptions<T>) {
  const queries = createQueryClient();
  queries.mount();
  const observer = new QueryObserver(queries, query);
  const stop = observer.subscribe(() => undefined);
  return {
    queries,
    shown: () => observer.getCurrentResult().data,
    leave: () => {
      stop();
      queries.unmount();
      queries.clear();
    },
  };
}

test('without a socket, a shown area is refetched every 15 seconds', async () => {
  const { shown, leave } = open(sector(false));
  await vi.advanceTimersByTimeAsync(46_000);
  expect(requestTimes).toEqual([0, 15, 30, 45]);
  expect(shown()).toMatchObject([{ sequence: 4 }]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestTimes).toHaveLength(4);
});

test('with a socket, a shown area is refetched every minute', async () => {
  const { leave } = open(sector(true));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(requestTimes).toEqual([0, 60]);
  leave();
});

test('however busy an area is, it is refetched every minute', async () => {
  const { queries, leave } = open(sector(true));
  for (let sequence = 100; sequence < 110; sequence++) {
    await vi.advanceTimersByTimeAsync(15_000);
    await showBroadcast(queries, own, broadcast(sequence));
  }
  expect(requestTimes).toEqual([0, 60, 120]);
  leave();
});

test('conversations are refetched every three minutes', async () => {
  // The device's cache is switched off, since it does not follow fake timers.
  vi.spyOn(memberDatabase, 'run').mockImplementation(async (_stores, _work, otherwise) => otherwise);
  const { leave } = open(polledConversations(own));
  await vi.advanceTimersByTimeAsync(361_000);
  expect(requestTimes).toEqual([0, 180, 360]);
  leave();
});

test('the other member’s profile is refetched every minute, but only while they are gone', async () => {
  vi.spyOn(memberDatabase, 'run').mockImplementation(async (_stores, _work, otherwise) => otherwise);
  vi.stubGlobal('fetch', async () => {
    requestTimes.push(Date.now() / 1_000);
    const isBack = requestTimes.length === 3;
    return isBack ? Response.json({ id: peer, profilename: 'Ben' }) : Response.json({ code: 'not-found' }, { status: 404 });
  });
  const { shown, leave } = open(polledPeer(peer));
  await vi.advanceTimersByTimeAsync(301_000);
  expect(requestTimes.map(Math.round)).toEqual([0, 60, 120]);
  expect(shown()).toMatchObject({ profilename: 'Ben' });
  leave();
});
