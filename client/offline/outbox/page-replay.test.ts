// When a page sends again what waits on the device.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionRecord } from '#client/device/session-record.ts';
import { keepReplaying } from './page-replay.ts';
import type { Rest } from './replay.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  sessionRecord.set({ profileId: 'ada', roles: ['USER'] });
});
afterEach(() => {
  sessionRecord.set(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** How many replays there were once the first has ended like this, and a minute has passed. */
async function replaysInAMinute(first: () => Promise<Rest>): Promise<number> {
  const replay = vi.fn<() => Promise<Rest>>().mockImplementationOnce(first).mockResolvedValue({ is: 'empty' });
  keepReplaying(replay, { onAdded: () => () => undefined, listen: () => () => undefined }, () => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return replay.mock.calls.length;
}

test('what could not be sent because the device had no room for the reply is sent within a minute', async () => {
  expect(await replaysInAMinute(() => Promise.reject(new DOMException('No room.', 'QuotaExceededError')))).toBe(2);
});

test('where nothing waits nothing is asked again', async () => {
  expect(await replaysInAMinute(() => Promise.resolve({ is: 'empty' }))).toBe(1);
});
