// How often the chat of an area is asked for, with a socket and without.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast, own } from '#client/testing/messages.ts';
import { createQueryClient } from '#client/net/query-client.ts';
import { heardSector } from './heard-sector.ts';

vi.hoisted(() => {
  // Only what runs in a window is asked again by the clock.
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
});

/** Test data is never kept on the device: here the clock alone has a say. */
function hear(isTold: boolean) {
  const client = createQueryClient();
  client.mount();
  const observer = new QueryObserver(client, heardSector(own, '33:-113', { includeTestData: true, isTold }));
  const stop = observer.subscribe(() => undefined);
  return {
    shown: () => observer.getCurrentResult().data?.map(({ sequence }) => sequence),
    leave: () => {
      stop();
      client.unmount();
      client.clear();
    },
  };
}

test('without a socket an area is asked for every 15 seconds while it is shown, and shows what was said meanwhile', async () => {
  const { shown, leave } = hear(false);
  await vi.advanceTimersByTimeAsync(46_000);
  expect(askedS).toEqual([0, 15, 30, 45]);
  expect(shown()).toEqual([4]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedS).toHaveLength(4);
});

test('where a socket tells of it an area is asked for once a minute', async () => {
  const { leave } = hear(true);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(askedS).toEqual([0, 60]);
  leave();
});
