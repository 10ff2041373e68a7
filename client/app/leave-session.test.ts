// The end of a session on this device: the worker sends nothing more, and the notifications and the badge are gone.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

const ada = '11111111-1111-4111-8111-000000000001';
let page: FakePage;
let close: () => void;
let clearAppBadge: () => Promise<void>;

beforeEach(() => {
  vi.resetModules();
  page = openFakePage();
  [close, clearAppBadge] = [vi.fn(), vi.fn(async () => undefined)];
  const registration = { getNotifications: async () => [{ close }, { close }] };
  Object.assign(page.navigator, { clearAppBadge, serviceWorker: { getRegistration: async () => registration } });
});
afterEach(() => page.close());

const load = async () => {
  const [{ memberDatabase }, { sessionRecord }, { leaveSession }] = await Promise.all([
    import('#client/offline/database.ts'),
    import('#client/device/session-record.ts'),
    import('./leave-session.ts'),
  ]);
  await memberDatabase.claim(ada);
  return { memberDatabase, sessionRecord, leaveSession };
};

test('an ended session leaves no sender, no notification and no badge', async () => {
  const { memberDatabase, leaveSession } = await load();
  await leaveSession();
  expect([await memberDatabase.sender(), await memberDatabase.owner()]).toEqual([null, ada]);
  expect(close).toHaveBeenCalledTimes(2);
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
});

test('a session that has begun meanwhile keeps its sender and its notifications', async () => {
  const { memberDatabase, sessionRecord, leaveSession } = await load();
  sessionRecord.set({ profileId: ada, roles: ['USER'] });
  await leaveSession();
  expect(await memberDatabase.sender()).toBe(ada);
  expect(close).not.toHaveBeenCalled();
});
