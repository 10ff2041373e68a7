// When a page sends the waiting writes.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionRecord } from '#client/device/session-record.ts';
import { reachability, markReachable, markUnreachable } from '#client/net/reachability.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { outbox } from './outbox.ts';
import { startPageReplay, startReplaying } from './page-replay.ts';
import type { ReplayResult } from './replay.ts';

const ada = { profileId: 'ada', roles: ['USER'] } as const;
let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  reachability.set({ isLost: false, lastMs: null });
  sessionRecord.set(ada);
});
afterEach(() => {
  sessionRecord.set(null);
  page.close();
  vi.useRealTimers();
});

/** A page whose replays end with these results, one after the other, and then with nothing left. */
function startPage(...ends: (ReplayResult | Error)[]) {
  const startedMs = Date.now();
  const replays: number[] = [];
  const confirmSession = vi.fn();
  const heardOf: Record<'added' | 'changed', () => void> = { added: () => undefined, changed: () => undefined };
  const replay = async (): Promise<ReplayResult> => {
    replays.push((Date.now() - startedMs) / 1_000);
    const end = ends.shift() ?? { is: 'empty' };
    if (end instanceof Error) throw end;
    return end;
  };
  const waiting = {
    onAdded: (callback: () => void) => {
      heardOf.added = callback;
      return () => undefined;
    },
    listen: (callback: () => void) => {
      heardOf.changed = callback;
      return () => undefined;
    },
  };
  const { replayNow } = startReplaying(replay, waiting, confirmSession);
  return { replays, confirmSession, replayNow, ...heardOf, added: () => heardOf.added(), changed: () => heardOf.changed() };
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('a write that was not sent because the device had no space for the reply is sent within a minute', async () => {
  const { replays } = startPage(new DOMException('No room.', 'QuotaExceededError'));
  await seconds(60);
  expect(replays).toEqual([0, 60]);
});

test('without waiting writes the page does not retry', async () => {
  const { replays } = startPage();
  await seconds(600);
  expect(replays).toEqual([0]);
});

test('without a connection the page retries after growing pauses of up to a minute', async () => {
  const { replays } = startPage(...Array.from({ length: 9 }, (): ReplayResult => ({ is: 'lost' })));
  await seconds(300);
  expect(replays).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
});

test('the pauses are short again after a success', async () => {
  const page1 = startPage({ is: 'lost' }, { is: 'lost' }, { is: 'empty' }, { is: 'lost' });
  await seconds(10);
  page1.replayNow();
  await seconds(10);
  expect(page1.replays).toEqual([0, 1, 3, 10, 11]);
});

test('the page retries after the server’s Retry-After, and one second at least', async () => {
  const { replays } = startPage({ is: 'later', nextMs: Date.now() + 30_000 }, { is: 'later', nextMs: Date.now() });
  await seconds(29);
  expect(replays).toEqual([0]);
  await seconds(10);
  expect(replays).toEqual([0, 30, 31]);
});

test('a session that the server refuses is confirmed, if this device has one', async () => {
  const { confirmSession } = startPage({ is: 'signedOut' });
  await seconds(0);
  expect(confirmSession).toHaveBeenCalledOnce();
  const other = startPage({ is: 'signedOut' });
  sessionRecord.set(null);
  await seconds(0);
  expect(other.confirmSession).not.toHaveBeenCalled();
});

test('a success does not confirm the session', async () => {
  const { confirmSession } = startPage();
  await seconds(0);
  expect(confirmSession).not.toHaveBeenCalled();
});

test('nothing is sent before the login, and everything immediately after it', async () => {
  sessionRecord.set(null);
  const { replays } = startPage();
  await seconds(5);
  expect(replays).toEqual([]);
  sessionRecord.set(ada);
  await seconds(0);
  expect(replays).toEqual([5]);
});

test('the page sends immediately when a write is added, the device is online, the app visible, or the server reachable again', async () => {
  const { replays, added } = startPage();
  await seconds(1);
  added();
  await seconds(1);
  page.window.dispatchEvent(new Event('online'));
  await seconds(1);
  page.setVisibility('hidden');
  await seconds(1);
  page.setVisibility('visible');
  await seconds(1);
  markUnreachable();
  await seconds(1);
  markReachable();
  await seconds(1);
  expect(replays).toEqual([0, 1, 2, 4, 6]);
});

test('a write of another tab is sent within a minute, or with an earlier one of this page', async () => {
  const { replays, changed, replayNow } = startPage();
  await seconds(0);
  changed();
  await seconds(30);
  changed();
  await seconds(60);
  expect(replays).toEqual([0, 60]);
  changed();
  await seconds(10);
  replayNow();
  await seconds(120);
  expect(replays).toEqual([0, 60, 100]);
});

test('Background Sync is registered when a write is added', async () => {
  const register = vi.fn(async () => undefined);
  Object.assign(page.navigator, { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  const { added } = startPage();
  await seconds(0);
  expect(register).not.toHaveBeenCalled();
  added();
  await seconds(0);
  expect(register).toHaveBeenCalledWith('outbox');
});

test.each([
  ['no worker', undefined],
  ['a worker that cannot send in the background', {}],
  ['a worker that may not', { sync: { register: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) } }],
])('where there is %s the page sends it', async (_, registration) => {
  Object.assign(page.navigator, { serviceWorker: { getRegistration: async () => registration } });
  const { replays, added } = startPage();
  await seconds(1);
  added();
  await seconds(0);
  expect(replays).toEqual([0, 1]);
});

test('sending updates the reachability of the server', async () => {
  vi.useRealTimers();
  let isConnected = false;
  vi.stubGlobal('fetch', async () => {
    if (!isConnected) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  await memberDatabase.claim(ada.profileId);
  const write = { profile: 'ada', queue: 'like:ben', method: 'PUT', path: '/', body: {}, label: '', keeps: null };
  await outbox.add(write);
  const { replayNow } = startPageReplay(() => undefined);
  await vi.waitFor(() => expect(reachability.get().isLost).toBe(true));
  await vi.waitFor(async () => expect(await outbox.entries('ada')).toMatchObject([{ state: 'waiting' }]));
  isConnected = true;
  replayNow();
  await vi.waitFor(async () => expect(await outbox.count('ada')).toBe(0));
  expect(reachability.get().isLost).toBe(false);
  await memberDatabase.wipe();
});
