// The start of the app while the member's data on the device opens late or is missing.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSessionToEnd, markSessionToEnd } from '#client/device/pending-cleanup.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

const session = { profileId: 'ada-4f1', roles: ['USER'] as const };
const openTimeoutMs = 5_000;
let page: FakePage;
/** Lets the page open the data, for which it waits while another tab opens it. */
let letOpen: () => void;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  page = openFakePage();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(async () => {
  vi.useRealTimers();
  letOpen();
  for (const close of closers.splice(0).toReversed()) await close();
  page.close();
});

/** A page that has just been started on the device of a logged-in member. */
async function startPage() {
  vi.resetModules();
  const [storing, record, device, vault, storage, { memberDatabase }, { uploads }, cleanup] = await Promise.all([
    import('./open-member-storage.ts'),
    import('#client/device/session-record.ts'),
    import('#client/offline/open-device.ts'),
    import('#client/offline/vault.ts'),
    import('#client/device/storage.ts'),
    import('#client/offline/database.ts'),
    import('#client/offline/uploads/uploads.ts'),
    import('#client/device/pending-cleanup.ts'),
  ]);
  closers.push(memberDatabase.close, vault.closeVault);
  return { ...storing, ...record, ...device, ...vault, ...storage, ...cleanup, memberDatabase, uploads };
}

/** Logs a member in on this device, and closes the page. */
async function logInBefore(): Promise<void> {
  const { openDevice, storeSession, closeVault, memberDatabase } = await startPage();
  closers.unshift(memberDatabase.wipe);
  await openDevice(session.profileId);
  storeSession(session);
  await closeVault();
}

/** Starts a page while another tab opens the data. `answer` is the server's. */
async function startLate(answer: () => Promise<Response>, beforeStart: () => void = () => undefined) {
  await logInBefore();
  const other = Promise.withResolvers<void>();
  letOpen = other.resolve;
  void navigator.locks.request('lock-change', () => other.promise);
  vi.stubGlobal('fetch', vi.fn(answer));
  beforeStart();
  const started = await startPage();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const starting = started.openMemberStorage();
  let isStarted = false;
  void starting.then(() => (isStarted = true));
  await vi.advanceTimersByTimeAsync(openTimeoutMs);
  vi.useRealTimers();
  return { ...started, starting, isStarted: () => isStarted };
}

const ownSettings = async () => Response.json({ defaultProfileId: session.profileId, roles: session.roles });
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const noSession = async () => Response.json({ statusCode: 401, error: 'Unauthorized', message: '' }, { status: 401 });

test('a member stays logged in while the data is not open yet, and nothing readable is stored', async () => {
  const { starting, sessionRecord, hasVault } = await startLate(ownSettings);
  await starting;
  expect([sessionRecord.get(), hasVault(), localStorage.getItem('session')]).toEqual([session, false, null]);
  letOpen();
  await vi.waitFor(() => expect(hasVault()).toBe(true));
  expect(sessionRecord.get()).toEqual(session);
});

/** Entries that are readable until the vault (the encrypted entries) opens. */
const readable = ['session', 'lastProfileId', 'reportingPaused', 'locationHidden', 'hidingUnsent'];
const sealedFromTheStart = ({ localKeys, plainKeys }: Awaited<ReturnType<typeof startPage>>): string[] =>
  Object.values(localKeys).filter((key) => !readable.includes(key) && !(key in plainKeys));
const storedTexts = (): (string | null)[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.getItem(localStorage.key(index) ?? ''));

test('entries written before the data is open are readable nowhere on the device, and sealed once it is open', async () => {
  const started = await startLate(ownSettings);
  await started.starting;
  const keys = sealedFromTheStart(started);
  expect(keys).toEqual(expect.arrayContaining(['lastLocation', 'savedPlaces', 'listFilter', 'likesSeen']));
  for (const key of keys) started.writeLocal(key, `secret ${key}`);
  const secrets = keys.map((key) => `secret ${key}`);
  expect([keys.map(started.readLocal), storedTexts().join()]).toEqual([secrets, expect.not.stringContaining('secret')]);
  letOpen();
  await vi.waitFor(() => expect(started.hasVault()).toBe(true));
  await started.flushLocal();
  await started.closeVault();
  const later = await startPage();
  expect([later.readLocal('lastLocation'), storedTexts().join()]).toEqual([null, expect.not.stringContaining('secret')]);
  await later.openMemberStorage();
  expect(keys.map(later.readLocal)).toEqual(secrets);
});

test('an entry written after the end of a session is not kept for the next one', async () => {
  letOpen = () => undefined;
  const started = await startPage();
  started.setVault(null);
  started.writeLocal('lastLocation', 'late');
  started.setVault(null);
  expect([started.readLocal('lastLocation'), storedTexts()]).toEqual([null, []]);
});

test('a picture added before the data is open is stored once it is open', async () => {
  const { starting, uploads } = await startLate(ownSettings);
  await starting;
  const adding = uploads.add(session.profileId, new File(['pixels'], 'beach.jpg'), { list: 'profilePicIds', replaces: null });
  letOpen();
  const { id } = await adding;
  expect((await uploads.entries(session.profileId)).map((entry) => entry.id)).toEqual([id]);
});

test('without a connection the app starts only once the data is open', async () => {
  const { starting, sessionRecord, isStarted } = await startLate(noConnection);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect([isStarted(), sessionRecord.get()]).toEqual([false, null]);
  letOpen();
  await starting;
  expect(sessionRecord.get()).toEqual(session);
});

test('a member whose session has ended starts as a visitor', async () => {
  const { starting, sessionRecord } = await startLate(noSession);
  await starting;
  expect(sessionRecord.get()).toBeNull();
});

test('a member who has logged out starts as a visitor, even if the session lasts on the server', async () => {
  const { starting, sessionRecord, hasVault } = await startLate(ownSettings, markSessionToEnd);
  await starting;
  expect(sessionRecord.get()).toBeNull();
  letOpen();
  await vi.waitFor(() => expect(hasVault()).toBe(true));
  expect(sessionRecord.get()).toBeNull();
});

test('a session whose page was left before its end was stored has ended at the next start', async () => {
  letOpen = () => undefined;
  await logInBefore();
  markSessionToEnd();
  const started = await startPage();
  await started.openMemberStorage();
  expect([started.sessionRecord.get(), started.readRecord()]).toEqual([null, null]);
  await started.endPendingSession(async () => undefined);
  expect(isSessionToEnd()).toBe(false);
  await started.closeVault();
  const later = await startPage();
  await later.openMemberStorage();
  expect(later.sessionRecord.get()).toBeNull();
});

test('the server is not asked if the data opens in time', async () => {
  vi.stubGlobal('fetch', vi.fn(ownSettings));
  letOpen = () => undefined;
  await logInBefore();
  const { openMemberStorage, sessionRecord } = await startPage();
  await openMemberStorage();
  expect([sessionRecord.get(), vi.mocked(fetch).mock.calls]).toEqual([session, []]);
});

test('a member whose data the browser has evicted stays logged in, even at the next start', async () => {
  letOpen = () => undefined;
  await logInBefore();
  await (await startPage()).memberDatabase.wipe();
  vi.stubGlobal('fetch', vi.fn(ownSettings));
  const { openMemberStorage, sessionRecord, hasVault, closeVault } = await startPage();
  await openMemberStorage();
  expect(sessionRecord.get()).toEqual(session);
  await vi.waitFor(() => expect(hasVault()).toBe(true));
  await closeVault();
  vi.stubGlobal('fetch', vi.fn(noConnection));
  const later = await startPage();
  await later.openMemberStorage();
  expect([later.sessionRecord.get(), vi.mocked(fetch).mock.calls]).toEqual([session, []]);
});

test.each([
  ['stays logged in', ownSettings, session],
  ['starts as a visitor without a connection', noConnection, null],
])('a member whose device cannot open its data %s', async (_, answer, expected) => {
  letOpen = () => undefined;
  vi.stubGlobal('fetch', vi.fn(answer));
  const { openMemberStorage, memberDatabase, sessionRecord, readLocal, writeLocal } = await startPage();
  vi.spyOn(memberDatabase, 'run').mockRejectedValue(new DOMException('', 'UnknownError'));
  await openMemberStorage();
  writeLocal('lastLocation', 'a place');
  expect([readLocal('lastLocation'), localStorage.getItem('lastLocation')]).toEqual(['a place', null]);
  expect(sessionRecord.get()).toEqual(expected);
});
