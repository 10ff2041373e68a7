// Tests of the notifications in the tray.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { updateTray } from './device-tray.ts';

const now = Date.UTC(2026, 4, 1, 12);
let tray: { data: unknown; close: () => void }[];

function show(id: string, shownMs: number): void {
  const notification = {
    data: { path: `/notifications/open/${id}`, shownMs },
    close: () => void tray.splice(tray.indexOf(notification), 1),
  };
  tray.push(notification);
}
const paths = () => tray.map(({ data }) => Reflect.get(Object(data), 'path'));

beforeEach(() => {
  vi.useFakeTimers({ now });
  tray = [];
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ getNotifications: async () => [...tray] }) } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a notification that arrives after the list was requested stays in the tray', async () => {
  show('new', now - 1_000);
  await updateTray([], 0);
  expect(paths()).toEqual(['/notifications/open/new']);
});

test('a notification that is not in the list is closed if it was in an earlier list or is old', async () => {
  show('listed', now - 1_000);
  show('old', now - 60_000);
  show('before-the-clock-was-set-back', now + hourMs);
  show('kept', now - 60_000);
  await updateTray(['listed', 'kept'], 2);
  expect(paths()).toEqual(['/notifications/open/listed', '/notifications/open/kept']);
  await updateTray(['kept'], 1);
  expect(paths()).toEqual(['/notifications/open/kept']);
});
