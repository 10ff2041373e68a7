// Logins on a device that the same or another member used before, or whose storage opens late or never, or cannot be wiped.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '#shared/contract/settings.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

// The cast is safe, because nothing else is read.
const cleo = {
  defaultProfileId: 'cleo',
  roles: ['USER'],
  theme: 'light',
  units: 'metric',
  language: 'auto',
} as unknown as Settings;
const conversation = '/chat/personal/ben-5c2';
let page: FakePage;
const opened: string[] = [];

beforeEach(() => {
  vi.resetModules();
  page = openFakePage();
  Object.assign(page.document, { documentElement: { dataset: {} } });
  opened.length = 0;
  vi.stubGlobal('location', { origin: 'https://example.test', replace: (path: string) => opened.push(path) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  page.close();
});

/** The login screen of a device with the data of this member. */
async function openLogin(lastProfileId: string | null) {
  if (lastProfileId !== null) belongsTo(lastProfileId);
  page.sessionStorage.setItem('way_back', conversation);
  const [{ beginSession }, cleanup, opening, { hasVault }, { closeVault }, { memberDatabase }] = await Promise.all([
    import('./begin-session.ts'),
    import('#client/device/pending-cleanup.ts'),
    import('#client/device/storage-opening.ts'),
    import('#client/device/storage.ts'),
    import('#client/offline/vault.ts'),
    import('#client/offline/database.ts'),
  ]);
  const logIn = () => beginSession(cleo, { isFromOtherBrowser: false, endServerSession: async () => undefined });
  return { logIn, ...cleanup, ...opening, hasVault, closeVault, memberDatabase };
}

const belongsTo = (profileId: string): void => page.localStorage.setItem('lastProfileId', JSON.stringify(profileId));
const isPaused = (): boolean => page.localStorage.getItem('reportingPaused') !== null;

test.each([
  ['the screen that asked for the login, for the same member', 'cleo', conversation],
  ['Home, for another member', 'ada', '/'],
])('opens %s', async (_, last, path) => {
  const { logIn } = await openLogin(last);
  expect(await logIn()).toEqual({ is: 'loggedIn' });
  expect([opened, isPaused()]).toEqual([[path], last === 'ada']);
  expect(page.sessionStorage.getItem('way_back')).toBeNull();
});

test('the login of another member is recognised, even if the storage opens only during the login', async () => {
  const { logIn, setStorageOpening } = await openLogin(null);
  const storage = Promise.withResolvers<void>();
  setStorageOpening(storage.promise);
  const login = logIn();
  belongsTo('ada');
  storage.resolve();
  await login;
  expect([opened, isPaused()]).toEqual([['/'], true]);
});

test('a wipe that could not be completed does not remove the new session at the next start', async () => {
  vi.spyOn(indexedDB, 'databases').mockRejectedValue(new DOMException('No storage.', 'InvalidStateError'));
  const { logIn, isWiping, markWiping } = await openLogin(null);
  markWiping();
  await logIn();
  expect([isWiping(), opened.length]).toEqual([false, 1]);
  expect(page.localStorage.getItem('lastProfileId')).toBe('"cleo"');
});

test('a login does not wait forever for the database of the browser', async () => {
  const { logIn, longestOpeningMs, hasVault, closeVault, memberDatabase } = await openLogin(null);
  const other = Promise.withResolvers<void>();
  void navigator.locks.request('lock-change', () => other.promise);
  vi.stubGlobal('isSecureContext', true);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const login = logIn();
  await vi.advanceTimersByTimeAsync(longestOpeningMs);
  expect(await login).toEqual({ is: 'loggedIn' });
  expect([opened, page.localStorage.getItem('lastProfileId')]).toEqual([[conversation], '"cleo"']);

  vi.useRealTimers();
  other.resolve();
  await vi.waitFor(() => expect(hasVault()).toBe(true));
  await closeVault();
  await memberDatabase.wipe();
});

test('a login while it is unknown whose data the device has opens Home, with paused reports and closed data', async () => {
  const { logIn, setStorageOpening, longestOpeningMs, hasVault } = await openLogin(null);
  setStorageOpening(new Promise(() => undefined));
  vi.stubGlobal('isSecureContext', true);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const login = logIn();
  await vi.advanceTimersByTimeAsync(longestOpeningMs);
  expect(await login).toEqual({ is: 'loggedIn' });
  expect([opened, isPaused(), hasVault(), page.localStorage.getItem('lastProfileId')]).toEqual([['/'], true, false, '"cleo"']);
});
