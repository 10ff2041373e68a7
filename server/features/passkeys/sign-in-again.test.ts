// Repeated sign-ins, for calls that require a recent one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import type { CallArgs } from '#shared/contract/endpoint.ts';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { serverLimits } from '#server/limits.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { addPasskey, challengeFor, type Passkey } from '#server/testing/members/authenticator.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { change, listed, newDevice, pushHosts, tryToChange } from '#server/testing/members/settings.ts';
import { isSignedIn, logIn, linkTo, signedInByLink } from '#server/testing/members/sign-in.ts';
import { statusAndCode } from '#server/testing/app/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing, env: pushHosts, rates: { exports: serverLimits.rates.exports } });
});
afterAll(() => app.close());

const password = 'a long sentence of mine';
const old = { signedInAgoMs: limits.freshSignInMs + 1 };

const tryToDownload = async (browser: Browser) => statusAndCode(await browser.ask(account.postExport));
const download = async (browser: Browser) => (await browser.ask(account.postExport)).status;
const prove = async (browser: Browser, body: CallArgs<typeof passkeyLogins.postAuthAgain>['body']) =>
  statusAndCode(await browser.ask(passkeyLogins.postAuthAgain, { body }));
const proveWith = async (browser: Browser, passkey: Passkey) =>
  prove(browser, { credential: passkey.use(await challengeFor(browser)) });

test('the password makes the sign-in recent; the session and its device remain', async () => {
  const anna = await app.member(old);
  await setPasswordOf(app, anna.profileId, password);
  const device = newDevice();
  await change(anna, { pushSubscriptions: [device] });
  const cookie = anna.cookies.get('sid');
  expect(await tryToDownload(anna)).toEqual([403, 'reauth']);
  expect(await prove(anna, { password: 'a long sentence to guess' })).toEqual([403, 'not-confirmed']);
  expect(await tryToDownload(anna)).toEqual([403, 'reauth']);
  expect(await prove(anna, { password })).toEqual([200, undefined]);
  expect(await download(anna)).toBe(200);
  expect([anna.cookies.get('sid'), await isSignedIn(anna)]).toEqual([cookie, true]);
  expect((await change(anna, {})).pushSubscriptions).toEqual([listed(device)]);

  app.clock.pass(limits.freshSignInMs);
  expect(await download(anna)).toBe(200);
  app.clock.pass(1);
  expect(await download(anna)).toBe(403);
});

test('a member’s own passkey makes the sign-in recent, another member’s passkey or a used challenge does not', async () => {
  const [anna, boris] = [await app.member(), await app.member()];
  const [own, others] = [await addPasskey(anna), await addPasskey(boris)];
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await proveWith(anna, others)).toEqual([403, 'not-confirmed']);
  expect(await tryToDownload(anna)).toEqual([403, 'reauth']);
  const credential = own.use(await challengeFor(anna));
  expect(await prove(anna, { credential })).toEqual([200, undefined]);
  expect(await download(anna)).toBe(200);
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await prove(anna, { credential })).toEqual([403, 'not-confirmed']);
});

test('a member without a password is not confirmed by an empty one, and gets a recent sign-in by link', async () => {
  const anna = await app.member({ ...old, email: 'by-link@example.org' });
  expect(await prove(anna, { password: '' })).toEqual([403, 'not-confirmed']);
  await anna.call(sessions.postFreshLink);
  await logIn(anna, await linkTo(app.mail, 'by-link@example.org'));
  expect(await download(anna)).toBe(200);
});

test('after confirming by password, a new password still needs a sign-in by link', async () => {
  const anna = await app.member();
  await setPasswordOf(app, anna.profileId, password);
  app.clock.pass(limits.freshSignInMs + 1);
  await anna.call(passkeyLogins.postAuthAgain, { body: { password } });
  expect(await tryToChange(anna, { password: 'another sentence of mine' })).toEqual([403, 'reauth']);
});

test('attempts are limited as for a login', async () => {
  const limited = await openTestApp({ limits: quickHashing, rates: { loginFailures: serverLimits.rates.loginFailures } });
  const anna = await limited.member({ ...old, email: 'guessed@example.org' });
  await setPasswordOf(limited, anna.profileId, password);
  const guess = (given: string) => prove(anna, { password: given });
  for (let i = 0; i < serverLimits.rates.loginFailures.max; i += 1) expect((await guess('wrong'))[0]).toBe(403);
  expect((await guess(password))[0]).toBe(429);
  await limited.close();
});

test('wrong passwords of strangers prevent a member neither from confirming nor from logging in in a known browser', async () => {
  const limited = await openTestApp({ limits: quickHashing, rates: { loginFailures: serverLimits.rates.loginFailures } });
  const email = 'anna@example.org';
  const anna = await signedInByLink(limited, email);
  await setPasswordOf(limited, (await anna.call(settings.getSettings)).defaultProfileId, password);
  const tried = async (browser: Browser, given: string) => (await logIn(browser, { username: email, password: given })).status;
  for (let i = 0; i < serverLimits.rates.loginFailures.max; i += 1) expect(await tried(limited.visitor(), 'wrong')).toBe(401);
  expect(await tried(limited.visitor(), password)).toBe(429);
  expect(await prove(anna, { password })).toEqual([200, undefined]);
  await anna.call(session.deleteAuth, { query: { keepsBrowserKnown: true } });
  for (let i = 0; i < serverLimits.rates.loginFailures.max; i += 1) expect(await tried(anna, 'wrong')).toBe(401);
  expect(await tried(anna, password)).toBe(429);
  limited.clock.pass(serverLimits.loginRetryMs);
  expect(await tried(anna, password)).toBe(200);
  await limited.close();
});

test('a new email address needs a recent sign-in, sending its link again does not', async () => {
  const anna = await app.member({ email: 'old@example.org' });
  await setPasswordOf(app, anna.profileId, password);
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await tryToChange(anna, { email: 'new@example.org', name: 'Nora' })).toEqual([403, 'reauth']);
  expect(await change(anna, { email: 'old@example.org' })).toMatchObject({ pendingEmail: null, name: '' });
  await anna.call(passkeyLogins.postAuthAgain, { body: { password } });
  expect(await change(anna, { email: 'new@example.org' })).toMatchObject({ pendingEmail: 'new@example.org' });
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await change(anna, { email: 'new@example.org' })).toMatchObject({ pendingEmail: 'new@example.org' });
  expect(await tryToChange(anna, { email: 'newer@example.org' })).toEqual([403, 'reauth']);
});

test('a link, a foreign page or an old sign-in neither gets the archive nor counts towards the daily limit', async () => {
  const anna = await app.member({ ...old });
  await setPasswordOf(app, anna.profileId, password);
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    statuses.push((await anna.send('GET', '/api/export', undefined, navigation)).status);
    statuses.push((await anna.send('POST', '/api/export', undefined, { ...navigation, origin: 'https://evil.example' })).status);
    statuses.push((await anna.send('POST', '/api/export', undefined, { ...navigation, origin: 'null' })).status);
    statuses.push(await download(anna));
    if (times === 2) await anna.call(passkeyLogins.postAuthAgain, { body: { password } });
  }
  expect(statuses).toEqual([404, 403, 403, 403, 404, 403, 403, 403, 404, 403, 403, 403, 404, 403, 403, 200]);
  expect([await download(anna), await download(anna), await download(anna)]).toEqual([200, 200, 429]);
});
