// The app lock with a passkey of the account: one passkey for both, which also logs in when the session has ended.
import path from 'node:path';
import type { CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessions } from '#shared/contract/sessions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { logIn as logInOf } from '#server/testing/members/sign-in.ts';
import { logIn } from './support/logged-in.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { goOffline } from './support/worker.ts';

const password = 'lavender field at noon';
let app: TestApp;
let ada: Member;
let person: Person;
let devtools: CDPSession;
let authenticatorId: string;
/** What the pages asked the authenticator for; the login screen's suggestions are 'conditional'. */
let ceremonies: string[];

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist'), limits: quickHashing });
});
afterAll(() => app.close());

beforeEach(async () => {
  ada = await app.member({ name: 'Ada', email: `${app.world.ids.uuid()}@example.org` });
  await setPasswordOf(app, ada.profileId, password);
  person = await openPerson({ viewport: desktop });
  ceremonies = [];
  await person.context.exposeFunction('countCeremony', (name: string) => ceremonies.push(name));
  await person.context.addInitScript(() => {
    const { create, get } = CredentialsContainer.prototype;
    const count = (name: string): unknown => Reflect.get(globalThis, 'countCeremony')(name);
    CredentialsContainer.prototype.create = function (this: CredentialsContainer, options) {
      count('create');
      return create.call(this, options);
    };
    CredentialsContainer.prototype.get = function (this: CredentialsContainer, options) {
      count(options?.mediation === 'conditional' ? 'conditional' : 'get');
      return get.call(this, options);
    };
  });
  devtools = await person.context.newCDPSession(person.page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    hasPrf: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
  await logIn(person, app.origin, ada);
  await person.page.goto(`${app.origin}/settings`);
});

afterEach(async () => {
  const complaints = person.complaints.filter((text) => !/40[13]|423|429|WebSocket/.test(text));
  await person.leave();
  expect(complaints).toEqual([]);
});

const button = (name: string) => person.page.getByRole('button', { name, exact: true });
const heading = () => person.page.getByRole('heading', { name: 'Locked', exact: true });
const section = (name: string) => person.page.getByRole('region', { name, exact: true });
const passkeyCount = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;

async function addPasskey(): Promise<void> {
  await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await button('Add it').click();
  await section('Passkeys').getByText('not used yet').waitFor();
}

async function setLock(): Promise<void> {
  await button('Lock with a passkey').click();
  await button('Lock now').waitFor();
}

async function lock(): Promise<void> {
  await button('Lock now').click();
  await heading().waitFor();
  ceremonies = [];
}

async function unlock(): Promise<void> {
  await button('Unlock with passkey').click();
  await heading().waitFor({ state: 'detached' });
}

/** Afterwards the app is locked again. */
async function unlockOffline(): Promise<void> {
  await goOffline(person.page);
  await unlock();
  await person.page.getByRole('link', { name: 'Chats' }).first().waitFor();
  await person.context.setOffline(false);
  const challenge = person.page.waitForResponse('**/api/auth/passkey-options');
  await person.page.reload();
  await heading().waitFor();
  await challenge;
}

/** Logs in elsewhere, and logs out everywhere there. */
async function endAllSessions(): Promise<void> {
  const elsewhere = app.visitor();
  const { email } = await app.world.db.read
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  await logInOf(elsewhere, { username: email ?? '', password });
  await elsewhere.call(sessions.deleteSessions);
}

const passkeyLogins = async () =>
  (
    await app.world.db.read
      .selectFrom('audit')
      .select('what')
      .where('account_id', '=', ada.accountId)
      .where('what', '=', 'login-by-passkey')
      .execute()
  ).length;

/** The status of a call with the browser's cookie, without the proof of an open lock. */
const statusWithoutProof = async () => (await person.page.request.get(`${app.origin}/api/settings`)).status();

test('the passkey of the account becomes the lock’s, and opens it without a login while the session lasts', async () => {
  await addPasskey();
  await setLock();
  expect([await passkeyCount(), ceremonies]).toEqual([1, ['create', 'get']]);
  await lock();
  await unlock();
  await button('Lock now').waitFor();
  expect([ceremonies, await passkeyLogins(), await statusWithoutProof()]).toEqual([['get'], 0, 423]);
});

test('a member without a passkey gets one that only opens the lock', async () => {
  await setLock();
  expect(await passkeyCount()).toBe(1);
  await lock();
  await endAllSessions();
  await unlock();
  await person.page.waitForURL(`${app.origin}/login`);
  expect(await passkeyLogins()).toBe(0);
});

test('a member whose passkeys are on other devices gets, on the second try, one that only opens the lock', async () => {
  await addPasskey();
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await button('Lock with a passkey').click();
  await person.page.getByText('Try again to create one that only opens the lock.').waitFor();
  expect(await passkeyCount()).toBe(0);
  await setLock();
  expect(await passkeyCount()).toBe(1);
  await lock();
  await unlock();
  await button('Lock now').waitFor();
});

test('once the session has ended, one use of the passkey opens the lock and logs in, and the new session is locked too', async () => {
  await addPasskey();
  await setLock();
  await lock();
  await endAllSessions();
  expect(await statusWithoutProof()).toBe(401);
  await unlock();
  await section('Passkeys').getByText('last used').waitFor();
  expect([ceremonies, await passkeyLogins(), new URL(person.page.url()).pathname]).toEqual([['get'], 1, '/settings']);
  await expect.poll(statusWithoutProof).toBe(423);
});

test('a login screen behind the lock gives way to the app', async () => {
  await addPasskey();
  await setLock();
  await lock();
  await endAllSessions();
  await person.page.goto(`${app.origin}/login`);
  await heading().waitFor();
  await unlock();
  await person.page.getByRole('heading', { name: 'Hello' }).waitFor();
  expect([ceremonies, await passkeyLogins(), new URL(person.page.url()).pathname]).toEqual([['get'], 1, '/']);
});

test('offline, and with a server that does not answer, the passkey opens the lock, and logs in the next time', async () => {
  await addPasskey();
  await setLock();
  await lock();
  await unlockOffline();
  await endAllSessions();
  await person.context.route('**/api/auth/passkey-options', () => undefined);
  await unlock();
  await person.page.waitForURL(`${app.origin}/login`);
  // The virtual authenticator would answer the login screen's suggestion at once.
  await person.page.goto(`${app.origin}/api/ping`);
  expect(await passkeyLogins()).toBe(0);

  // The device has no session now.
  await person.context.unroute('**/api/auth/passkey-options');
  await person.page.goto(app.origin);
  await heading().waitFor();
  await unlock();
  await person.page.getByRole('heading', { name: 'Hello' }).waitFor();
  expect(await passkeyLogins()).toBe(1);
});

test('a passkey that was removed in the settings still opens the lock, and the login screen says that it does not log in', async () => {
  await addPasskey();
  await setLock();
  await section('Passkeys')
    .getByRole('button', { name: /^Remove / })
    .click();
  await section('Passkeys').getByText('If it opens your app lock, it still does').waitFor();
  await lock();
  await unlockOffline();
  await endAllSessions();
  // The virtual authenticator would answer the login screen's suggestion at once.
  let asked = 0;
  await person.context.route('**/api/auth/passkey-options', (route) =>
    asked++ === 0 ? route.continue() : route.fulfill({ status: 429, json: {} }),
  );
  await unlock();
  await person.page.waitForURL(`${app.origin}/login`);
  await person.page.getByText('The passkey that unlocked the app doesn’t log you in any more.').waitFor();
  expect(await passkeyLogins()).toBe(0);
});
