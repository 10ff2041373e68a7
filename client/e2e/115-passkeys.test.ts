// Passkeys with the browser's virtual authenticator: adding, logging in by button and suggestion, and renewing an old login.
import path from 'node:path';
import type { CDPSession, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { logIn } from './support/logged-in.ts';
import { desktop, openPerson, type Person } from './support/person.ts';

const email = 'ada@example.org';
const password = 'lavender field at noon';
let app: TestApp;
let ada: Member;
let person: Person;
let devtools: CDPSession;
let authenticatorId: string;

beforeAll(async () => {
  app = await openTestApp({ distDir: path.join(import.meta.dirname, '../../dist'), limits: quickHashing });
  ada = await app.member({ name: 'Ada', email });
  await setPasswordOf(app, ada.profileId, password);
  person = await openPerson({ viewport: desktop, isWithoutWorker: true });
  devtools = await person.context.newCDPSession(person.page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
  await logIn(person, app.origin, ada);
});

afterAll(async () => {
  await person.leave();
  await app.close();
});

const main = () => person.page.getByRole('main');
const section = (name: string) => person.page.getByRole('region', { name, exact: true });
const again = () => person.page.getByRole('dialog', { name: 'Please log in again' });
const passkeyButton = () => main().getByRole('button', { name: 'Log in with a passkey' });
const letTheLoginGetOld = () => app.clock.pass(limits.freshSignInMs + 1);
/** The virtual authenticator would answer the suggestion at once, so the server refuses that. */
async function openLoginWithoutSuggestion(): Promise<void> {
  const json = { statusCode: 429, error: '', message: '', code: 'too-many-requests' };
  await person.page.route('**/api/auth/passkey-options', (route) => route.fulfill({ status: 429, json }), { times: 1 });
  const refused = person.page.waitForResponse('**/api/auth/passkey-options');
  await person.page.goto(`${app.origin}/login`);
  await refused;
}
const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

async function openSettings(origin = app.origin): Promise<void> {
  await person.page.goto(`${origin}/settings`);
  await section('Passkeys').getByText('It works on this site only.').waitFor();
}

async function addPasskey(name: string): Promise<void> {
  await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await section('Passkeys').getByLabel('Name of the passkey').fill(name);
  await section('Passkeys').getByRole('button', { name: 'Add it' }).click();
}

async function logOut(origin = app.origin): Promise<void> {
  await person.page.goto(`${origin}/logout`);
  await person.page.getByRole('link', { name: 'Login Again' }).and(person.page.locator('[aria-disabled="false"]')).waitFor();
}

const whoIsIn = () => person.page.evaluate(async () => (await (await fetch('/api/settings')).json()).email as unknown);

async function expectLoggedIn(): Promise<void> {
  await person.page.waitForURL((url) => url.pathname !== '/login');
  // The page may still be loading.
  await expect.poll(() => whoIsIn().catch(() => null)).toBe(email);
}

async function downloads(): Promise<string> {
  const downloading = person.page.waitForEvent('download');
  await section('Your data').getByText('Your data is in your downloads').waitFor();
  return (await downloading).suggestedFilename();
}

test('a passkey is added under a suggested name, and listed', async () => {
  await openSettings();
  await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  expect(await section('Passkeys').getByLabel('Name of the passkey').inputValue()).toContain('Chrome');
  await section('Passkeys').getByRole('button', { name: 'Cancel' }).click();
  await addPasskey('Ada’s phone');
  await section('Passkeys').getByText('not used yet').waitFor();
  expect(await section('Passkeys').getByRole('listitem').innerText()).toContain('Ada’s phone');
  expect(await credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
});

test('forms for passkeys close with the server’s answer, also while the list is still fetched', async () => {
  const held: Route[] = [];
  await person.page.route('**/api/passkeys', (route) =>
    route.request().method() === 'GET' ? void held.push(route) : route.continue(),
  );
  await section('Passkeys').getByRole('button', { name: 'Rename Ada’s phone' }).click();
  await person.page.getByRole('dialog').getByLabel('Name of the passkey').fill('My phone');
  await person.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await section('Passkeys').getByText('My phone').waitFor();
  await section('Passkeys').getByRole('button', { name: 'Remove My phone' }).click();
  await section('Passkeys').getByText('It no longer logs anyone in.').waitFor();
  expect(await section('Passkeys').getByRole('listitem').count()).toBe(0);
  // The device would otherwise offer the removed one too.
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await addPasskey('Ada’s phone');
  await section('Passkeys').getByRole('listitem').getByText('Ada’s phone').waitFor();
  await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).waitFor();
  await person.page.unroute('**/api/passkeys');
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
});

test('a device that already has a passkey says so, and the typed name remains', async () => {
  await addPasskey('Once more');
  await section('Passkeys').getByText('This device already has a passkey for your account.').waitFor();
  expect(await section('Passkeys').getByLabel('Name of the passkey').inputValue()).toBe('Once more');
});

test('the button on the login screen logs in with a passkey', async () => {
  await logOut();
  await openLoginWithoutSuggestion();
  await passkeyButton().click();
  await expectLoggedIn();
});

test('the suggestion in the email field logs in with a passkey', async () => {
  await logOut();
  await person.page.goto(`${app.origin}/login`);
  await expectLoggedIn();
});

test('an old login is renewed by passkey, then the download starts and what was typed remains', async () => {
  await openSettings();
  await main().getByLabel('Name', { exact: true }).fill('Ada L.');
  letTheLoginGetOld();
  await section('Your data').getByRole('button', { name: 'Download my data' }).click();
  await again().getByText('within the last 15 minutes').waitFor();
  const done = downloads();
  await again().getByRole('button', { name: 'Use a passkey' }).click();
  expect(await done).toMatch(/^my-data-/);
  expect(await main().getByLabel('Name', { exact: true }).inputValue()).toBe('Ada L.');
});

test('an old login is renewed by password; a wrong one is explained, and closing the question explains the refusal', async () => {
  letTheLoginGetOld();
  await section('Your data').getByRole('button', { name: 'Download my data' }).click();
  await again().getByLabel('Password', { exact: true }).fill('lavender field at night');
  await again().getByRole('button', { name: 'Log in', exact: true }).click();
  await again().getByText('That is not your password.').waitFor();
  await again().getByRole('button', { name: 'Close' }).click();
  await section('Your data').getByText('requires a login within the last 15 minutes').waitFor();
  await section('Your data').getByRole('button', { name: 'Download my data' }).click();
  await again().getByLabel('Password', { exact: true }).fill(password);
  const done = downloads();
  await again().getByRole('button', { name: 'Log in', exact: true }).click();
  expect(await done).toMatch(/^my-data-/);
});

test('a new email address needs an old login to be renewed too, and its link is then sent', async () => {
  letTheLoginGetOld();
  await main().getByLabel('Email').fill('ada.new@example.org');
  await main().getByRole('button', { name: 'Save', exact: true }).click();
  await again().getByRole('button', { name: 'Use a passkey' }).click();
  await main().getByText('A link is on its way to ada.new@example.org').waitFor();
});

test('an emailed login link leads back to the section that needs the login', async () => {
  letTheLoginGetOld();
  const sent = app.mail.sent.length;
  await section('Your data').getByRole('button', { name: 'Download my data' }).click();
  await again().getByRole('button', { name: 'Email me a login link' }).click();
  await again().getByText('brings you back to your settings').waitFor();
  await expect.poll(() => app.mail.sent.slice(sent).some(({ text }) => text.includes('#token='))).toBe(true);
  const mail = app.mail.sent.slice(sent).find(({ text }) => text.includes('#token='));
  await person.page.goto('about:blank');
  await person.page.goto(`${app.origin}/login${/#token=\S+/.exec(mail?.text ?? '')?.[0]}`);
  await person.page.waitForURL(`${app.origin}/settings#data`);
  const done = downloads();
  await section('Your data').getByRole('button', { name: 'Download my data' }).click();
  expect(await done).toMatch(/^my-data-/);
  await person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).click();
  await main().getByRole('heading', { name: 'Your Conversations' }).waitFor();
});

test('each brand has passkeys of its own', async () => {
  const origin = app.origin.replace('localhost', 'almanac.localhost');
  await person.page.goto(`${origin}/login`);
  await passkeyButton().click();
  await main().getByText('No passkey was used.').waitFor();
  await logIn(person, origin, await app.member({ name: 'Ada elsewhere' }));
  await openSettings(origin);
  await addPasskey('At the other site');
  await section('Passkeys').getByRole('listitem').getByText('At the other site').waitFor();
  expect((await credentials()).map(({ rpId }) => rpId).toSorted()).toEqual(['almanac.localhost', 'localhost']);
  await logOut(origin);
  await person.page.goto(`${origin}/login`);
  await person.page.waitForURL((url) => url.pathname !== '/login');
});

test('removing the last passkey needs an old login to be renewed, and the removed passkey no longer logs in', async () => {
  await openSettings();
  letTheLoginGetOld();
  await section('Passkeys').getByRole('button', { name: 'Remove Ada’s phone' }).click();
  await again().getByRole('button', { name: 'Use a passkey' }).click();
  await section('Passkeys').getByText('It no longer logs anyone in.').waitFor();
  expect(await section('Passkeys').getByRole('listitem').count()).toBe(0);
  await logOut();
  await openLoginWithoutSuggestion();
  await passkeyButton().click();
  await main().getByText('That passkey doesn’t work here any more.').waitFor();
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
});

test('a new password and signing out everywhere offer to remove the passkeys', async () => {
  await logIn(person, app.origin, await app.member({ name: 'Ada again', email: 'again@example.org' }));
  await openSettings();
  await addPasskey('First');
  await section('Passkeys').getByText('First').waitFor();
  await main().getByLabel('New password', { exact: true }).fill(password);
  await main().getByLabel('New password again').fill(password);
  await main().getByRole('button', { name: 'Save', exact: true }).click();
  const offer = section('Account').getByText('Your passkeys can still be used to log in: First.');
  await offer.waitFor();
  await section('Account').getByRole('button', { name: 'Remove all passkeys' }).click();
  await section('Account').getByText('Your passkeys are removed.').waitFor();
  await expect.poll(() => section('Passkeys').getByRole('listitem').count()).toBe(0);

  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await addPasskey('Second');
  await section('Passkeys').getByText('Second').waitFor();
  letTheLoginGetOld();
  await section('Where you are logged in').getByRole('button', { name: 'Log out everywhere' }).click();
  const question = person.page.getByRole('dialog', { name: 'Log out everywhere?' });
  await question.getByLabel('Also remove my passkeys').check();
  await question.getByRole('button', { name: 'Log out all devices' }).click();
  await again().getByRole('button', { name: 'Use a passkey' }).click();
  await main().getByText('You are being logged out.').waitFor();
  expect(await app.world.db.read.selectFrom('passkeys').select('name').execute()).toEqual([{ name: 'At the other site' }]);
});

test('the console has no errors', () => {
  expect(person.complaints.filter((text) => !/40[13]|WebSocket/.test(text))).toEqual([]);
});
