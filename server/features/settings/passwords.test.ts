// Choosing a password, and the sessions and links that a new password ends.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeCodes } from '#shared/contract/live.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { change, listed, newDevice, pushHosts, tryToChange } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { askForLink, isSignedIn, linkTo, logIn, signedInByLink, signedInByPassword } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing, env: pushHosts });
});
afterAll(() => app.close());

const myPassword = 'a long sentence of mine';

test('choosing a password needs a sign-in by link in the last 15 minutes', async () => {
  const email = 'fresh@example.org';
  const browser = await signedInByLink(app, email);
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await tryToChange(browser, { password: myPassword })).toEqual([403, 'reauth']);
  const again = await signedInByLink(app, email, { nth: 2 });
  app.clock.pass(limits.freshSignInMs);
  expect(await change(again, { password: myPassword })).toMatchObject({ hasPassword: true });
  const byPassword = await signedInByPassword(app, email, myPassword);
  expect(await tryToChange(byPassword, { password: 'another sentence of mine' })).toEqual([403, 'reauth']);
  expect(await tryToChange(byPassword, { password: '', name: 'Nora' })).toEqual([200, undefined]);
});

test('a new password ends other sessions and their push subscriptions, voids unused links, and is reported by email', async () => {
  const email = 'careful@example.org';
  const [other, current] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  const [otherDevice, currentDevice] = [newDevice('Lost'), newDevice('Own')];
  await change(other, { pushSubscriptions: [otherDevice] });
  await change(current, { pushSubscriptions: [listed(otherDevice), currentDevice] });
  await askForLink(app.visitor(), email);
  const waiting = await linkTo(app.mail, email, 3);

  const after = await change(current, { password: myPassword });
  expect(after.pushSubscriptions).toEqual([listed(currentDevice)]);
  expect([await isSignedIn(other), await isSignedIn(current)]).toEqual([false, true]);
  expect((await logIn(app.visitor(), waiting)).status).toBe(401);
  await vi.waitFor(() => expect(app.mail.latestTo(email)?.subject).toBe('Your password was changed'));
  await signedInByPassword(app, email, myPassword);
});

test('a new password signs the member’s other devices out within a second', async () => {
  const email = 'watched@example.org';
  const [other, current] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  const [otherSocket, currentSocket] = [await openSocket(other), await openSocket(current)];
  await change(current, { password: myPassword });
  const startMs = performance.now();
  expect(await otherSocket.closed).toBe(closeCodes.ended);
  expect(performance.now() - startMs).toBeLessThan(1_000);
  await expect(openSocket(other)).rejects.toThrow('401');
  await currentSocket.settled();
  currentSocket.close();
});

test('a member who needs a fresh sign-in can request a link that allows a new password', async () => {
  const email = 'stale@example.org';
  const browser = await signedInByLink(app, email);
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await tryToChange(browser, { password: myPassword })).toEqual([403, 'reauth']);
  expect(await browser.call(sessions.postFreshLink)).toEqual({ status: 'sent' });
  expect((await logIn(browser, await linkTo(app.mail, email, 2))).status).toBe(200);
  expect(await change(browser, { password: myPassword })).toMatchObject({ hasPassword: true });
});

test('a fresh link of a deleted account does not create an account', async () => {
  const email = 'gone@example.org';
  const browser = await signedInByLink(app, email);
  const { defaultProfileId } = await browser.call(settings.getSettings);
  await browser.call(sessions.postFreshLink);
  const link = await linkTo(app.mail, email, 2);
  await app.world.db.write((tx) => tx.deleteFrom('accounts').where('profile_id', '=', defaultProfileId).execute());
  expect((await logIn(app.visitor(), link)).status).toBe(401);
});

test.each([
  'short7!',
  'password',
  'P@ssw0rd!',
  'Passwort123',
  '12345678',
  '١٢٣٤٥٦٧٨',
  '١٩٩٠٠٥١٧',
  'qwertyuiop',
  'aaaaaaaa',
  'abcabcabc',
  '17.05.1990',
  'Hearthside1',
  'weakling1',
  'x'.repeat(129),
])('the password %s is refused', async (password) => {
  const browser = await newMember();
  expect(await tryToChange(browser, { password })).toEqual([400, 'weak-password']);
});

test.each(['kitchen lamp 7', 'ß8 letters', '🦊🦊🐻🐼🐨🐯🦁🐮', 'tqvzkwmx', `${'long '.repeat(25)}one`, '83746152'])(
  'the password %s is accepted',
  async (password) => {
    const browser = await newMember();
    await change(browser, { password });
    expect((await logIn(app.visitor(), { username: 'weakling@example.org', password })).status).toBe(200);
  },
);

/** Signs the same member in again. */
async function newMember(): Promise<Browser> {
  app.clock.pass(hourMs);
  const asked = app.mail.sent.filter((mail) => mail.to === 'weakling@example.org' && mail.text.includes('#token=')).length;
  return signedInByLink(app, 'weakling@example.org', { nth: asked + 1 });
}

test('the password is neither stored nor sent in readable form', async () => {
  const browser = await signedInByLink(app, 'quiet@example.org');
  const answer = await browser.ask(settings.putSettings, { body: { password: myPassword } });
  const again = await browser.ask(settings.getSettings);
  const row = await app.world.db.read
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', 'quiet@example.org')
    .executeTakeFirst();
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  expect(`${answer.bytes}${again.bytes}${JSON.stringify(row)}`).not.toContain(myPassword);
  expect(`${answer.bytes}${again.bytes}`).not.toMatch(/argon2|"password"/);
});

test('passwords are hashed with the recommended strength', () => {
  expect(serverLimits.passwordHash).toEqual({ memoryKiB: 19_456, passes: 2, lanes: 1 });
});
