// Refetch intervals of the chat of an area and of the list of conversations.
import 'fake-indexeddb/auto';
import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast, own } from '#client/testing/messages.ts';
import { createQueryClient } from '#client/net/query-client.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { polledConversations, polledSector } from './polled.queries.ts';

vi.hoisted(() => {
  // Refetch intervals only run where there is a window.
  Object.assign(globalThis, { window: globalThis });
});

let askedS: number[] = [];
beforeEach(() => {
  askedS = [];
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async () => {
    askedS.push(Date.now() / 1_000);
    return Response.json([broadcast(askedS.length)]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Test data is never stored on the device, so the interval alone causes requests. */
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

test('without a socket an area is refetched every 15 seconds while it is shown, and shows new messages', async () => {
  const { shown, leave } = open(sector(false));
  await vi.advanceTimersByTimeAsync(46_000);
  expect(askedS).toEqual([0, 15, 30, 45]);
  expect(shown()).toMatchObject([{ sequence: 4 }]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedS).toHaveLength(4);
});

test('with live events an area is refetched once a minute', async () => {
  const { leave } = open(sector(true));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(askedS).toEqual([0, 60]);
  leave();
});

test('the list of conversations is refetched every three minutes, also with a socket', async () => {
  // Without the device's cache, whose answer does not depend on the interval.
  vi.spyOn(memberDatabase, 'run').mockImplementation(async (_stores, _work, otherwise) => otherwise);
  const { leave } = open(polledConversations(own));
  await vi.advanceTimersByTimeAsync(361_000);
  expect(askedS).toEqual([0, 180, 360]);
  leave();
});
