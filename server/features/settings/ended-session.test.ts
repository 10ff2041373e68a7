// A session that ends while its call waits adds no further way to log in: no password, email address or passkey.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeys } from '#shared/contract/passkeys.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createPasskey } from '#server/testing/members/authenticator.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

const save = (body: object) => async (thief: Browser) => () => thief.ask(settings.putSettings, { body });

async function newPasskey(thief: Browser): Promise<() => Promise<Answer>> {
  const { challenge, user, rp } = await thief.call(passkeys.postOptions);
  const { created: credential } = createPasskey({ origin: app.origin, rpId: rp.id }, challenge, user.id);
  return () => thief.ask(passkeys.postPasskey, { body: { name: 'Mine', credential } });
}

test.each([
  ['password', save({ password: 'a long sentence of mine' })],
  ['email address', save({ email: 'thief@example.org' })],
  ['passkey', newPasskey],
])('%s: one that waits while the owner logs out everywhere is not stored', async (kind, prepare) => {
  const email = `owner-of-${kind.replaceAll(' ', '-')}@example.org`;
  const [owner, thief] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  const add = await prepare(thief);
  const { db } = app.world;
  const isHeld = Promise.withResolvers<void>();
  const holding = db.write(() => isHeld.promise);
  const leaving = owner.ask(sessions.deleteSessions);
  await expect.poll(() => db.health().waiting).toBe(1);
  const adding = add();
  await expect.poll(() => db.health().waiting).toBe(2);
  isHeld.resolve();
  await holding;
  expect([(await leaving).status, (await adding).status]).toEqual([204, 401]);

  const again = await signedInByLink(app, email, { nth: 3 });
  expect(await again.call(settings.getSettings)).toMatchObject({ hasPassword: false, pendingEmail: null });
  expect(await again.call(passkeys.getPasskeys)).toEqual([]);
});

test('an email address that a thief has entered is not confirmed after the owner has logged out everywhere', async () => {
  const email = 'owner-of-the-change@example.org';
  const [owner, thief] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  await thief.call(settings.putSettings, { body: { email: 'waiting-thief@example.org' } });
  const confirmation = await linkTo(app.mail, 'waiting-thief@example.org');
  await owner.call(sessions.deleteSessions);
  expect((await logIn(app.visitor(), confirmation)).status).toBe(401);
  const again = await signedInByLink(app, email, { nth: 3 });
  expect(await again.call(settings.getSettings)).toMatchObject({ email, pendingEmail: null });
});
