// Notifications by day and kind.
import { expect, test } from 'vitest';
import type { Notification } from '#shared/contract/notifications.ts';
import { notificationDays } from './notification-groups.ts';

const nowMs = new Date('2026-11-24T20:00').getTime();
const at = (id: string, kind: Notification['kind'], time: number | string): Notification => ({
  id,
  kind,
  bodyText: id,
  url: '/',
  tsCreated: new Date(time).getTime(),
  profile: null,
});

const shown = (...all: Notification[]) =>
  notificationDays(all, nowMs).map(({ title, groups }) => [
    title,
    ...groups.map(({ kind, items }) => `${kind}: ${items.map(({ id }) => id).join(' ')}`),
  ]);

test('a day has one group of each kind, in the order of their newest notifications', () => {
  expect(
    shown(
      at('a', 'like', '2026-11-24T19:00'),
      at('b', 'message', '2026-11-24T18:00'),
      at('c', 'like', '2026-11-24T17:00'),
      at('d', 'message', '2026-11-23T23:59'),
    ),
  ).toEqual([
    ['Today', 'like: a c', 'message: b'],
    ['Yesterday', 'message: d'],
  ]);
});

test('days a week ago or earlier are shown together, and each still has its groups', () => {
  expect(
    shown(
      at('a', 'like', '2026-11-18T00:10'),
      at('b', 'like', '2026-11-17T23:50'),
      at('c', 'like', '2026-11-10T18:00'),
      at('d', 'message', '2026-11-10T17:00'),
      at('e', 'like', '2026-11-10T16:00'),
    ),
  ).toEqual([
    [expect.stringContaining('18'), 'like: a'],
    ['Earlier', 'like: b', 'like: c e', 'message: d'],
  ]);
});

test('a health notice is under its date, whatever the device’s time zone', () => {
  const now = new Date(nowMs);
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  expect(shown(at('a', 'like', '2026-11-24T09:00'), at('h', 'health', midnight))).toEqual([['Today', 'like: a', 'health: h']]);
});
