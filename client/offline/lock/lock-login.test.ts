// Setting and opening the app lock with a passkey of the account, and logging in with it at the same time.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

const ada = 'ada-4f1';
const own = { defaultProfileId: ada, roles: ['USER'] };
const options = { challenge: 'c2VydmVy', rpId: 'example.org', userVerification: 'required', timeout: 300_000 };
const listed = (credentialId: string, isForThisSite = true) => ({ id: credentialId, credentialId, isForThisSite });

type Reply = () => Response | Promise<Response>;
const json = (body: object) => () => Response.json(body);
const refused = (status: number) => () => Response.json({ code: 'any', message: 'No.' }, { status });
const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

let page: FakePage;
/** The server's answers to each call in order. The last one is repeated. */
let server: Record<string, Reply[]>;
let asked: { call: string; body: unknown }[];
let used: PublicKeyCredentialRequestOptions[];
let authenticator: { create: () => Promise<unknown>; get: (request: CredentialRequestOptions) => Promise<unknown> };
let secret: Uint8Array | undefined;
let tab: Awaited<ReturnType<typeof openTab>>;

class FakeCredential {
  readonly rawId = new Uint8Array([4, 2]).buffer;
  readonly response = {
    clientDataJSON: new ArrayBuffer(3),
    authenticatorData: new ArrayBuffer(3),
    signature: new ArrayBuffer(3),
    userHandle: null,
  };
  getClientExtensionResults = () => ({ prf: { results: { first: secret } } });
}

async function openTab() {
  vi.resetModules();
  const [lock, setting, login, passkey, { memberDatabase }, { readLock }, storage, dataKeys] = await Promise.all([
    import('./lock.ts'),
    import('./lock-setting.ts'),
    import('./lock-login.ts'),
    import('./new-lock-passkey.ts'),
    import('#client/offline/database.ts'),
    import('./lock-record.ts'),
    import('#client/device/storage.ts'),
    import('#client/device/data-keys.ts'),
  ]);
  databases.push(memberDatabase);
  return { ...lock, ...setting, ...login, ...passkey, memberDatabase, readLock, ...storage, ...dataKeys };
}
const databases: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  page = openFakePage();
  asked = [];
  used = [];
  secret = new Uint8Array(32).fill(7);
  server = {
    'GET /api/passkeys': [json([listed('AAEC'), listed('AAED', false)])],
    'POST /api/auth/passkey-options': [json(options)],
    'GET /api/settings': [refused(401), json(own)],
    'POST /api/auth/passkey': [json({ status: 'ok' })],
  };
  authenticator = {
    create: vi.fn(async () => new FakeCredential()),
    get: async ({ publicKey }) => {
      if (publicKey) used.push(publicKey);
      return new FakeCredential();
    },
  };
  Object.assign(page.navigator, { credentials: authenticator });
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, signal }: RequestInit) => {
    const call = `${method} ${url}`;
    asked.push({ call, body: typeof body === 'string' ? JSON.parse(body) : null });
    const replies = server[call] ?? [refused(404)];
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? unreachable;
    signal?.throwIfAborted();
    return reply();
  });
  tab = await openTab();
  await tab.memberDatabase.claim(ada);
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
  await (await openTab()).memberDatabase.wipe();
  for (const database of databases.splice(0)) await database.close();
  vi.restoreAllMocks();
  page.close();
});

const callsOf = (path: string) => asked.filter(({ call }) => call.endsWith(path));
const loginAttempts = () => callsOf('/api/auth/passkey').length;

/** Sets a lock with a passkey, and starts again with the app locked. */
async function lockAndRestart(): Promise<void> {
  await tab.setPasskeyLock(ada, 'account');
  tab = await openTab();
  asked = [];
  used = [];
}

test('a new lock uses the account’s passkeys of this site on this device, with the server’s challenge, and creates none', async () => {
  await tab.setPasskeyLock(ada, 'account');
  expect(used).toMatchObject([
    {
      rpId: 'example.org',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: new Uint8Array([0, 1, 2]), transports: ['internal'] }],
      challenge: new TextEncoder().encode('server'),
    },
  ]);
  expect(authenticator.create).not.toHaveBeenCalled();
  expect((await tab.readLock())?.passkey).toMatchObject({ rpId: 'example.org' });
});

test.each([
  ['without a connection', unreachable],
  ['without a passkey of this site', json([listed('AAED', false)])],
])('%s the lock gets its own passkey, which never logs in', async (_case, reply) => {
  server['GET /api/passkeys'] = [reply];
  await tab.setPasskeyLock(ada, 'account');
  expect(authenticator.create).toHaveBeenCalledOnce();
  expect((await tab.readLock())?.passkey).not.toHaveProperty('rpId');
  tab = await openTab();
  asked = [];
  expect(await tab.tryPasskey()).toMatchObject({ login: null });
  expect(asked).toEqual([]);
});

test('if the account’s passkey computes no secrets, the lock gets its own passkey', async () => {
  authenticator.get = async () => {
    secret = undefined;
    return new FakeCredential();
  };
  authenticator.create = vi.fn(async () => {
    secret = new Uint8Array(32).fill(7);
    return new FakeCredential();
  });
  await tab.setPasskeyLock(ada, 'account');
  expect((await tab.readLock())?.passkey).not.toHaveProperty('rpId');
});

test('a member who refuses the account’s passkey can choose one that only opens the lock', async () => {
  authenticator.get = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  await expect(tab.setPasskeyLock(ada, 'account')).rejects.toThrow(tab.NoAccountPasskey);
  expect([await tab.readLock(), vi.mocked(authenticator.create).mock.calls]).toEqual([null, []]);
  await tab.setPasskeyLock(ada, 'lock only');
  expect((await tab.readLock())?.passkey).not.toHaveProperty('rpId');
});

test('the passkey that opens the lock also logs in if the session has ended', async () => {
  localStorage.setItem('sessionToEnd', 'keepsKnown');
  await lockAndRestart();
  const unlocked = await tab.tryPasskey();
  expect(unlocked?.login).toEqual({ is: 'loggedIn', session: { profileId: ada, roles: ['USER'] } });
  expect(used).toMatchObject([{ rpId: 'example.org', challenge: new TextEncoder().encode('server') }]);
  expect(asked.map(({ call }) => call)).toEqual([
    'POST /api/auth/passkey-options',
    'GET /api/settings',
    'POST /api/auth/passkey',
    'GET /api/settings',
  ]);
  const { id, rawId, type } = { id: 'BAI', rawId: 'BAI', type: 'public-key' };
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: null };
  expect(callsOf('/api/auth/passkey')[0]?.body).toEqual({ credential: { id, rawId, type, response }, remember: true });
  // With this entry, the next start would end the new session.
  expect(localStorage.getItem('sessionToEnd')).toBeNull();
});

test.each([
  ['the session lasts and is locked', { 'POST /api/auth/passkey-options': [refused(423)] }],
  ['the session lasts, and the server does not know of its lock yet', { 'GET /api/settings': [json(own)] }],
  ['the server cannot be reached', { 'POST /api/auth/passkey-options': [unreachable] }],
  ['the connection is lost after the challenge', { 'GET /api/settings': [unreachable] }],
  ['the server fails', { 'GET /api/settings': [refused(500)] }],
])('the lock opens without a login if %s', async (_case, answers) => {
  await lockAndRestart();
  Object.assign(server, answers);
  expect(await tab.tryPasskey()).toMatchObject({ login: null });
  expect([loginAttempts(), used.length]).toEqual([0, 1]);
});

test('the challenge is requested when the lock screen is shown, and used once', async () => {
  await lockAndRestart();
  tab.requestChallengeEarly();
  await vi.waitFor(() => expect(callsOf('/api/auth/passkey-options')).toHaveLength(1));
  server['POST /api/auth/passkey-options'] = [json({ ...options, challenge: 'bmV4dA' })];
  await tab.tryPasskey();
  await tab.tryPasskey();
  expect(used.map(({ challenge }) => new TextDecoder().decode(challenge))).toEqual(['server', 'next']);
});

test('the passkey also logs in if the session ended after the lock screen was shown', async () => {
  await lockAndRestart();
  server['POST /api/auth/passkey-options'] = [refused(423), json(options)];
  tab.requestChallengeEarly();
  expect(await tab.tryPasskey()).toMatchObject({ login: { is: 'loggedIn' } });
});

test('a slow answer delays the opening by two seconds at most', async () => {
  await lockAndRestart();
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await tab.tryPasskey()).toMatchObject({ login: null });
  expect(limits.mock.calls).toEqual([[2_000]]);
  expect(used).toHaveLength(1);
});

test('all calls of the login together are limited to five seconds', async () => {
  await lockAndRestart();
  const limits = vi.spyOn(AbortSignal, 'timeout');
  limits.mockReturnValueOnce(new AbortController().signal).mockReturnValueOnce(AbortSignal.abort());
  expect(await tab.tryPasskey()).toMatchObject({ login: null });
  expect(limits.mock.calls).toEqual([[2_000], [5_000]]);
});

test('a passkey that the server refuses opens the lock, and the member is told that it does not log in', async () => {
  await lockAndRestart();
  server['POST /api/auth/passkey'] = [refused(401)];
  expect((await tab.tryPasskey())?.login).toEqual({ is: 'refused' });
});

test('a passkey that does not open the lock does not log in', async () => {
  await lockAndRestart();
  secret = new Uint8Array(32).fill(8);
  expect(await tab.tryPasskey()).toBeNull();
  expect(loginAttempts()).toBe(0);
});

test('confirming a change of the lock while the app is open requests no login', async () => {
  await tab.setPasskeyLock(ada, 'account');
  asked = [];
  expect(await tab.tryPasskey()).toMatchObject({ login: null });
  expect(asked).toEqual([]);
});

test('a new session does not take over the push device and the choice to show NSFW pictures', () => {
  tab.writeLocal('pushEndpoint', 'https://push.example.org/1');
  tab.showNsfw.set(true);
  tab.startSession({ profileId: ada, roles: ['USER'] });
  expect([tab.readLocal('pushEndpoint'), tab.showNsfw.get()]).toEqual([null, false]);
  expect(tab.readLocal('session')).toEqual({ profileId: ada, roles: ['USER'] });
});
