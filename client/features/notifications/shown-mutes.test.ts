// Muted conversations: pending changes and expiry.
import { afterEach, expect, test } from 'vitest';
import { peerIdOf } from '#shared/rules/notification-paths.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { serverClock } from '#client/device/server-clock.ts';
import { nextEndMs, shownMutes } from './shown-mutes.ts';

const nowMs = 1_000_000;
const pendingMute = (profileId: string, lastsMs: number | null, createdMs = nowMs) => ({
  body: { profileId, lastsMs },
  createdMs,
});

afterEach(() => void (serverClock.aheadMs = Number.NaN));

test('a conversation is muted until the mute ends, or indefinitely', () => {
  const listed = [
    { profileId: 'ben', tsUntil: nowMs + 1 },
    { profileId: 'cem', tsUntil: null },
    { profileId: 'dan', tsUntil: nowMs },
  ];
  expect([...shownMutes(listed, [], nowMs)]).toEqual([
    ['ben', nowMs + 1],
    ['cem', null],
  ]);
});

test('a change made offline applies immediately on this device', () => {
  const listed = [{ profileId: 'ben', tsUntil: null }];
  const shown = shownMutes(listed, [pendingMute('ben', 0), pendingMute('cem', hourMs), pendingMute('dan', null)], nowMs);
  expect([...shown]).toEqual([
    ['cem', nowMs + hourMs],
    ['dan', null],
  ]);
});

test('mutes end by the server’s clock, whatever the device’s clock says', () => {
  const serverMs = Date.now() - dayMs;
  serverClock.aheadMs = serverMs - Date.now();
  const listed = [{ profileId: 'ben', tsUntil: serverMs + hourMs }];
  const untilMs = shownMutes(listed, [pendingMute('cem', hourMs, Date.now())]);
  expect([...untilMs.keys()]).toEqual(['ben', 'cem']);
  expect((untilMs.get('cem') ?? 0) - serverMs - hourMs).toBeLessThan(60_000);
  expect(nextEndMs(listed)).toBeGreaterThan(hourMs / 2);
});

test('the list is refetched when the first mute ends, but not repeatedly without a pause', () => {
  const muted = (...ends: (number | null)[]) => ends.map((tsUntil, index) => ({ profileId: String(index), tsUntil }));
  expect(nextEndMs(muted(null), nowMs)).toBeNull();
  expect(nextEndMs(muted(null, nowMs + 60_000, nowMs + 5_000), nowMs)).toBe(5_000);
  expect(nextEndMs(muted(nowMs - 5_000), nowMs)).toBe(1_000);
});

test('only paths of conversations have a peer', () => {
  expect(peerIdOf('/chat/personal/ben')).toBe('ben');
  expect(peerIdOf('/profile/ben')).toBeNull();
});
