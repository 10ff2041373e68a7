// Refetch intervals of the chat of an area and of the list of conversations.
import 'fake-indexeddb/auto';
import { environmentManager, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast, own } from '#client/testing/messages.ts';
import { createQueryClient } from '#client/net/query-client.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { polledConversations, polledSector } from './polled.queries.ts';

let askedS: number[] = [];
beforeEach(() => {
  askedS = [];
  // Only in a window are queries asked again by the clock.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async () => {
    askedS.push(Date.now() / 1_000);
    return Response.json([broadcast(askedS.length)]);
  });
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Test data is never kept on the device: here the clock alone has a say. */
const sector = (hasLiveEvents: boolean) => polledSector(own, '33:-113', { includeTestData: true, hasLiveEvents });

/** A screen that shows what a query answers. */
function open<T>(query: QueryObserverOptions<T>) {
  const client = createQueryClient();
  client.mount();
  const observer = new QueryObserver(client, query);
  const stop = observer.subscribe(() => undefined);
  return {
    shown: () => observer.getCurrentResult().data,
    leave: () => {
      stop();
      client.unmount();
      client.clear();
    },
  };
}

test('without a socket an area is asked for every 15 seconds while it is shown, and shows what was said meanwhile', async () => {
  const { shown, leave } = open(sector(false));
  await vi.advanceTimersByTimeAsync(46_000);
  expect(askedS).toEqual([0, 15, 30, 45]);
  expect(shown()).toMatchObject([{ sequence: 4 }]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedS).toHaveLength(4);
});

test('where a socket tells of it an area is asked for once a minute', async () => {
  const { leave } = open(sector(true));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(askedS).toEqual([0, 60]);
  leave();
});

test('the list of conversations is asked for every three minutes, whatever the socket tells', async () => {
  // Not from a device that keeps it: what that answers comes by no clock.
  vi.spyOn(memberDatabase, 'run').mockImplementation(async (_stores, _work, otherwise) => otherwise);
  const { leave } = open(polledConversations(own));
  await vi.advanceTimersByTimeAsync(361_000);
  expect(askedS).toEqual([0, 180, 360]);
  leave();
});
