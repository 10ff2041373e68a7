// Passkeys: adding, listing and removing them, and what they must not be accepted for.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';
import { browserOf, statusAndCode } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { comparable } from '#server/testing/contract/same-answers.ts';
import {
  addPasskey,
  challengeFor,
  createPasskey,
  signInWith,
  type Deviation,
  type Passkey,
} from '#server/testing/members/authenticator.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { isSignedIn, logIn } from '#server/testing/members/sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

const old = { signedInAgoMs: limits.freshSignInMs + 1 };
const namesOf = async (browser: Browser) => (await browser.call(passkeys.getPasskeys)).map(({ name }) => name);
const on = (host: string) => browserOf(`http://${host}:${new URL(app.origin).port}`);
const auditOf = async (accountId: string) =>
  (await app.world.db.read.selectFrom('audit').select('what').where('account_id', '=', accountId).execute()).map(
    ({ what }) => what,
  );

/** The member's cookie on another brand's host. */
function sameMemberOn(host: string, { cookies }: Browser): Browser {
  const browser = on(host);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** The answer to a wrong password. */
const wrongPassword = () => logIn(app.visitor(), { username: 'nobody@example.org', password: 'wrong' });

async function expectRefused(answer: Answer): Promise<void> {
  expect(comparable(answer)).toEqual(comparable(await wrongPassword()));
}

test('an added passkey is listed, reported by mail and in the audit log, and signs in', async () => {
  const anna = await app.member({ email: 'anna@example.org' });
  const passkey = await addPasskey(anna, 'Anna’s phone');
  const { credentialId } = passkey;
  expect(passkey.listed).toMatchObject({ credentialId, name: 'Anna’s phone', tsLastUsed: null, isForThisSite: true });
  await vi.waitFor(() => expect(app.mail.latestTo('anna@example.org')?.subject).toBe('A passkey was added to your account'));

  app.clock.pass(60_000);
  const visitor = app.visitor();
  expect(await signInWith(visitor, passkey)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await visitor.call(settings.getSettings)).defaultProfileId).toBe(anna.profileId);
  expect((await visitor.call(passkeys.getPasskeys))[0]?.tsLastUsed).toBe(app.clock.now());
  expect(await auditOf(anna.accountId)).toEqual(['passkey-added', 'login-by-passkey']);
  expect((await visitor.ask(account.postExport)).status).toBe(200);
  expect(visitor.cookies.get('kb')).toMatch(/^[\w-]{43}$/);
});

test('the options ask for a discoverable passkey with verification of the user, and name no mail or passkey to visitors', async () => {
  const anna = await app.member({ email: 'options@example.org' });
  const { listed: _listed, credentialId, userHandle } = await addPasskey(anna);
  const options = await anna.call(passkeys.postOptions);
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { id: userHandle, name: 'options@example.org' },
    excludeCredentials: [{ id: credentialId }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const asked = await app.visitor().call(passkeyLogins.postAuthOptions);
  expect(Object.keys(asked).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
  expect(asked.challenge).not.toBe((await app.visitor().call(passkeyLogins.postAuthOptions)).challenge);
});

test('an account has at most 20 passkeys', async () => {
  const anna = await app.member();
  const { challenge, user } = await anna.call(passkeys.postOptions);
  for (let added = 0; added < limits.maxPasskeys; added += 1) await addPasskey(anna);
  expect(statusAndCode(await anna.ask(passkeys.postOptions))).toEqual([400, 'too-many-passkeys']);
  const { created } = createPasskey({ origin: app.origin, rpId: 'localhost' }, challenge, user.id);
  const body = { name: 'One more', credential: created };
  expect(statusAndCode(await anna.ask(passkeys.postPasskey, { body }))).toEqual([400, 'too-many-passkeys']);
});

test('a passkey is added only with a fresh challenge of this session, on this site, and once', async () => {
  const [anna, boris] = [await app.member(), await app.member()];
  const site = { origin: app.origin, rpId: 'localhost' };
  const add = async (challenge: string, deviation: Deviation = {}, browser: Browser = anna) => {
    const { created } = createPasskey(site, challenge, 'handle', deviation);
    const answer = await browser.ask(passkeys.postPasskey, { body: { name: 'Phone', credential: created } });
    return { code: statusAndCode(answer), created };
  };
  const challenge = async () => (await anna.call(passkeys.postOptions)).challenge;
  const bad = [400, 'bad-passkey'];
  expect((await add(await challenge(), { origin: 'https://evil.example' })).code).toEqual(bad);
  expect((await add(await challenge(), { rpId: 'evil.example' })).code).toEqual(bad);
  expect((await add(await challenge(), { isUnverified: true })).code).toEqual(bad);
  expect((await add(await challenge(), {}, boris)).code).toEqual(bad);
  expect((await add(await challengeFor(anna))).code).toEqual(bad);
  expect((await add('AAAA')).code).toEqual(bad);
  const used = await challenge();
  expect((await add(used, { rpId: 'evil.example' })).code).toEqual(bad);
  expect((await add(used)).code).toEqual(bad);
  const late = await challenge();
  app.clock.pass(limits.passkeyChallengeMs + 1);
  expect((await add(late)).code).toEqual(bad);

  const { created } = createPasskey(site, await challenge(), 'handle');
  const body = { name: 'Phone', credential: created };
  expect((await anna.ask(passkeys.postPasskey, { body })).status).toBe(200);
  expect(statusAndCode(await anna.ask(passkeys.postPasskey, { body }))).toEqual(bad);
  expect(await namesOf(anna)).toEqual(['Phone']);
  expect(await namesOf(boris)).toEqual([]);
});

test('a sign-in for another page, site or challenge is answered like a wrong password', async () => {
  const anna = await app.member();
  const passkey = await addPasskey(anna);
  for (const deviation of [
    { origin: 'https://evil.example' },
    { origin: app.origin.replace('localhost', 'almanac.localhost') },
    { rpId: 'evil.example' },
    { rpId: 'almanac.localhost' },
    { isUnverified: true },
  ] as const)
    await expectRefused(await signInWith(app.visitor(), passkey, deviation));

  const send = (credential: ReturnType<Passkey['use']>) =>
    app.visitor().ask(passkeyLogins.postAuthPasskey, { body: { credential, remember: false } });
  await expectRefused(await send(passkey.use('AAAA')));
  await expectRefused(await send(passkey.use((await anna.call(passkeys.postOptions)).challenge)));
  const [inTime, late] = [await challengeFor(app.visitor()), await challengeFor(app.visitor())];
  app.clock.pass(limits.passkeyChallengeMs);
  expect((await send(passkey.use(inTime))).status).toBe(200);
  app.clock.pass(1);
  await expectRefused(await send(passkey.use(late)));
  const used = passkey.use(await challengeFor(app.visitor()));
  expect((await send(used)).status).toBe(200);
  await expectRefused(await send(used));
  const spent = await challengeFor(app.visitor());
  await expectRefused(await send(passkey.use(spent, { rpId: 'evil.example' })));
  await expectRefused(await send(passkey.use(spent)));
});

test('a passkey is refused with another member’s handle or signature, like a wrong password', async () => {
  const [annas, boriss] = [await addPasskey(await app.member()), await addPasskey(await app.member())];
  const visitor = app.visitor();
  const own = annas.use(await challengeFor(visitor));
  const send = (response: typeof own.response) =>
    visitor.ask(passkeyLogins.postAuthPasskey, { body: { credential: { ...own, response }, remember: false } });
  await expectRefused(await send({ ...own.response, userHandle: boriss.userHandle }));
  const { userHandle: _none, ...unhandled } = annas.use(await challengeFor(visitor)).response;
  expect((await send(unhandled)).status).toBe(200);
  const { signature } = boriss.use(await challengeFor(visitor)).response;
  const again = annas.use(await challengeFor(visitor)).response;
  await expectRefused(await send({ ...again, signature }));
});

test('passkeys of deleted accounts and of test users, removed and unknown ones are answered like a wrong password', async () => {
  const [gone, tester, anna] = [await app.member(), await app.member(), await app.member()];
  const [gones, testers, removed] = [await addPasskey(gone), await addPasskey(tester), await addPasskey(anna)];
  await gone.call(account.deleteAccount);
  await app.world.db.write((tx) => tx.updateTable('accounts').set({ is_test: 1 }).where('id', '=', tester.accountId).execute());
  await anna.call(passkeys.deletePasskey, { params: { id: removed.listed.id } });
  const { passkey: unknown } = createPasskey({ origin: app.origin, rpId: 'localhost' }, 'AAAA', 'AAAA');
  for (const passkey of [gones, testers, removed, unknown]) await expectRefused(await signInWith(app.visitor(), passkey));
  const left = await app.world.db.read.selectFrom('passkeys').select('id').where('account_id', '=', gone.accountId).execute();
  expect(left).toEqual([]);
});

test('a counter that stays the same or decreases is logged without consequences', async () => {
  const warn = vi.spyOn(app.world.log, 'warn');
  const passkey = await addPasskey(await app.member());
  const visitor = app.visitor();
  // Some authenticators do not count.
  for (const counter of [0, 0, 7]) expect((await signInWith(visitor, passkey, { counter })).status).toBe(200);
  expect(warn).not.toHaveBeenCalled();
  for (const counter of [7, 3]) {
    expect((await signInWith(app.visitor(), passkey, { counter })).status).toBe(200);
    expect(warn).toHaveBeenLastCalledWith(
      expect.objectContaining({ passkeyId: passkey.listed.id, counter, before: 7 }),
      expect.anything(),
    );
  }
  expect(await isSignedIn(visitor)).toBe(true);
  warn.mockRestore();
});

test('removing the last passkey, or all, needs a recent sign-in', async () => {
  const anna = await app.member();
  const [first, second] = [await addPasskey(anna, 'first'), await addPasskey(anna, 'second')];
  app.clock.pass(limits.freshSignInMs + 1);
  const remove = (id: string) => anna.ask(passkeys.deletePasskey, { params: { id } });
  expect(statusAndCode(await anna.ask(passkeys.deletePasskeys))).toEqual([403, 'reauth']);
  expect((await remove(first.listed.id)).status).toBe(204);
  expect(statusAndCode(await remove(second.listed.id))).toEqual([403, 'reauth']);
  expect(await namesOf(anna)).toEqual(['second']);
  const again = app.visitor();
  await signInWith(again, second);
  expect((await again.ask(passkeys.deletePasskeys)).status).toBe(204);
  expect(await namesOf(anna)).toEqual([]);
});

test('the removal of each passkey is in the audit log', async () => {
  const anna = await app.member();
  const first = await addPasskey(anna, 'first');
  for (const name of ['second', 'third']) await addPasskey(anna, name);
  await anna.call(passkeys.deletePasskey, { params: { id: first.listed.id } });
  await anna.call(passkeys.deletePasskeys);
  const removed = (await auditOf(anna.accountId)).filter((event) => event === 'passkey-removed');
  expect(removed).toHaveLength(3);
});

test('a passkey can be renamed, but not by another member', async () => {
  const [anna, boris] = [await app.member(old), await app.member()];
  const { listed } = await addPasskey(boris);
  const rename = (browser: Browser) =>
    browser.ask(passkeys.putPasskey, { params: { id: listed.id }, body: { name: 'New name' } });
  expect((await rename(anna)).status).toBe(404);
  expect(await rename(boris)).toMatchObject({ status: 200, body: { ...listed, name: 'New name' } });
  expect(await namesOf(boris)).toEqual(['New name']);
});

test('each brand has its own passkeys, which share no user handle and work nowhere else', async () => {
  const anna = await app.member();
  const there = sameMemberOn('almanac.localhost', anna);
  const [here, almanacs] = [await addPasskey(anna, 'here'), await addPasskey(there, 'there')];
  expect(here.userHandle).not.toBe(almanacs.userHandle);
  expect((await there.call(passkeys.postOptions)).excludeCredentials.map(({ id }) => id)).toEqual([almanacs.credentialId]);
  const shown = (await there.call(passkeys.getPasskeys)).map(({ name, isForThisSite }) => [name, isForThisSite]);
  expect(Object.fromEntries(shown)).toEqual({ here: false, there: true });

  expect((await signInWith(on('almanac.localhost'), almanacs)).status).toBe(200);
  await expectRefused(await signInWith(on('brazen.localhost'), almanacs));
  // The authenticator signs for the wrong site, which no browser would allow.
  await expectRefused(await signInWith(on('almanac.localhost'), here));
});

test('a passkey of www also works on the canonical host', async () => {
  const anna = await app.member();
  const www = sameMemberOn('www.almanac.example', anna);
  const passkey = await addPasskey(www);
  const challenge = await challengeFor(on('almanac.example'));
  const credential = passkey.use(challenge, { origin: on('almanac.example').origin });
  const answer = await on('almanac.example').ask(passkeyLogins.postAuthPasskey, { body: { credential, remember: true } });
  expect(answer.status).toBe(200);
});

test('attempts are limited as for passwords: 25 per address in five minutes, and ten failures of one passkey', async () => {
  const { login, loginFailures } = serverLimits.rates;
  const byAddress = await openTestApp({ rates: { login } });
  const { passkey: unknown } = createPasskey({ origin: byAddress.origin, rpId: 'localhost' }, 'AAAA', 'AAAA');
  const statuses: number[] = [];
  for (let i = 0; i < login.max; i += 1) statuses.push((await signInWith(byAddress.visitor(), unknown)).status);
  expect(statuses).toEqual(Array(login.max).fill(401));
  expect((await logIn(byAddress.visitor(), { username: 'a@example.org', password: 'b' })).status).toBe(429);
  await byAddress.close();

  const byPasskey = await openTestApp({ rates: { loginFailures } });
  const passkey = await addPasskey(await byPasskey.member());
  for (let i = 0; i < loginFailures.max; i += 1) await signInWith(byPasskey.visitor(), passkey, { rpId: 'evil.example' });
  expect((await signInWith(byPasskey.visitor(), passkey)).status).toBe(429);
  byPasskey.clock.pass(serverLimits.loginRetryMs);
  expect((await signInWith(byPasskey.visitor(), passkey)).status).toBe(200);
  await byPasskey.close();
});

test('a suspended member can sign in with a passkey, as with a password', async () => {
  const anna = await app.member();
  const passkey = await addPasskey(anna);
  const untilMs = app.clock.now() + hourMs;
  app.world.bus.publish({ type: 'suspensionChanged', profileId: anna.profileId, untilMs });
  expect((await signInWith(app.visitor(), passkey)).status).toBe(200);
  expect((await anna.ask(account.postExport)).status).toBe(200);
});

test('signing in with a passkey ends the browser’s previous session', async () => {
  const [anna, boris] = [await app.member(), await app.member()];
  const passkey = await addPasskey(anna);
  const previous = sameMemberOn('localhost', boris);
  expect((await signInWith(boris, passkey)).status).toBe(200);
  expect(await isSignedIn(previous)).toBe(false);
  expect((await boris.call(settings.getSettings)).defaultProfileId).toBe(anna.profileId);
});

test('the archive lists the passkeys without keys', async () => {
  const anna = await app.member();
  await setPasswordOf(app, anna.profileId, 'a long sentence of mine');
  const { credentialId } = await addPasskey(anna, 'In the archive');
  const { bytes } = await anna.ask(account.postExport);
  expect(bytes.includes('data/passkeys.json')).toBe(true);
  expect(bytes.includes(credentialId)).toBe(false);
});
