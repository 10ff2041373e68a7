// A member's account settings over HTTP.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { serverLimits } from '#server/limits.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { askForLink, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing, env: pushHosts });
});
afterAll(() => app.close());

const myPassword = 'a long sentence of mine';

test('a new account has cautious defaults', async () => {
  const anton = await app.member({ email: 'anton@example.org' });
  expect(await anton.call(settings.getSettings)).toEqual({
    defaultProfileId: anton.profileId,
    roles: ['USER'],
    name: '',
    email: 'anton@example.org',
    pendingEmail: null,
    hasPassword: false,
    pushSubscriptions: [],
    applicationServerKey: app.world.pushKeys.publicKey,
    volunteerCredits: 0,
    showNsfw: false,
    asksAudience: false,
    positionPrecision: 'area',
    hide: false,
    previews: false,
    quietHours: null,
    sendSeen: true,
    pushMessages: true,
    pushLikes: true,
    pushMutualLikes: true,
    pushGrants: true,
    morningDigest: false,
    sendTyping: true,
    showOnline: true,
    privatePictures: null,
    units: 'auto',
    theme: 'system',
    language: 'auto',
  });
});

test('changed fields are stored, the others remain, and the change is published', async () => {
  const anton = await app.member();
  const published: BusEvent[] = [];
  const off = [
    app.world.bus.on('settingsChanged', (event) => published.push(event)),
    app.world.bus.on('deliver', (event) => published.push(event)),
  ];
  const quietHours = { zone: 'America/Phoenix', spans: [{ day: 5, fromMinute: 1_320, untilMinute: 420 }] };
  await change(anton, { positionPrecision: 'wide', quietHours });
  await change(anton, { sendSeen: false, hide: true, showOnline: false, privatePictures: 'granted' });
  await change(anton, { name: '  Anton \u202eB. ' });
  for (const stop of off) stop();
  expect(await anton.call(settings.getSettings)).toMatchObject({
    positionPrecision: 'wide',
    quietHours,
    name: 'Anton B.',
    sendSeen: false,
    pushMessages: true,
    pushLikes: true,
    pushMutualLikes: true,
    pushGrants: true,
    morningDigest: false,
    sendTyping: true,
    showOnline: false,
    privatePictures: 'granted',
  });
  const { accountId, profileId } = anton;
  // The name is not a preference, so its event contains none.
  expect(published.filter(({ type }) => type === 'settingsChanged')).toEqual([
    { type: 'settingsChanged', accountId, profileId },
    { type: 'settingsChanged', accountId, profileId, showOnline: false, privatePictures: { before: null, now: 'granted' } },
  ]);
  const delivered = published.filter(({ type }) => type === 'deliver');
  expect(delivered).toEqual(Array.from({ length: 3 }, () => ({ type: 'deliver', profileId, event: { type: 'settings' } })));
});

test('saving unchanged settings changes nothing', async () => {
  const anton = await app.member({ name: 'Anton' });
  const before = await change(anton, { pushSubscriptions: [newDevice()], theme: 'dark' });
  expect(await change(anton, { ...before, password: '' })).toEqual(before);
});

test.each([
  '{"roles":["ADMIN"],"defaultProfileId":"x","applicationServerKey":"x","hasPassword":true,"volunteerCredits":99,"asksAudience":true,"pendingEmail":"a@b"}',
  '{"__proto__":{"roles":["ADMIN"]}}',
  '{"constructor":{"prototype":{"roles":["ADMIN"]}}}',
  '{"constructor":{"roles":["ADMIN"]}}',
  '{"password_hash":"x"}',
  '{"accountId":"x"}',
  '{"quietHours":{"zone":"Nowhere/Land","spans":[]}}',
  '{"positionPrecision":"exactly"}',
  '{"name":5}',
  '[]',
  'null',
])('a request with %s changes nothing', async (body) => {
  const anton = await app.member();
  const before = await anton.call(settings.getSettings);
  const answer = await anton.send('PUT', '/api/settings', body, { 'content-type': 'application/json' });
  expect([200, 400]).toContain(answer.status);
  if (body.includes('_') || !body.startsWith('{"roles')) expect(answer.status).toBe(400);
  expect(await anton.call(settings.getSettings)).toEqual(before);
});

test('a request from another site or with another content type cannot change settings', async () => {
  const anton = await app.member();
  const put = async (headers: Record<string, string>) =>
    (await anton.send('PUT', '/api/settings', '{"name":"Eve"}', { 'content-type': 'application/json', ...headers })).status;
  expect(await put({ origin: 'https://evil.example' })).toBe(403);
  expect(await put({ origin: 'null' })).toBe(403);
  expect(await put({ 'content-type': 'text/plain' })).toBe(415);
  expect((await anton.call(settings.getSettings)).name).toBe('');
});

test('a new email address is used once its link is opened, and the old one is notified immediately', async () => {
  const browser = await signedInByLink(app, 'old@example.org');
  const { defaultProfileId } = await browser.call(settings.getSettings);
  expect(await change(browser, { email: ' New@Example.org' })).toMatchObject({
    email: 'old@example.org',
    pendingEmail: 'new@example.org',
  });
  await vi.waitFor(() => expect(app.mail.latestTo('old@example.org')?.subject).toBe('Your email address is about to change'));
  const confirmation = await linkTo(app.mail, 'new@example.org');
  expect(app.mail.latestTo('new@example.org')).toMatchObject({ subject: 'Please confirm your email address' });
  expect(await change(browser, { email: 'old@example.org', name: 'Nora' })).toMatchObject({ pendingEmail: 'new@example.org' });

  const mailbox = app.visitor();
  expect((await logIn(mailbox, confirmation)).status).toBe(200);
  expect(await mailbox.call(settings.getSettings)).toMatchObject({
    defaultProfileId,
    email: 'new@example.org',
    pendingEmail: null,
  });
  expect((await logIn(app.visitor(), confirmation)).status).toBe(401);
});

test('the link to a new email address works for half an hour, and its change is pending for two hours', async () => {
  const browser = await signedInByLink(app, 'stays@example.org');
  await change(browser, { email: 'never@example.org' });
  const confirmation = await linkTo(app.mail, 'never@example.org');
  app.clock.pass(limits.loginLinkMs);
  expect((await logIn(app.visitor(), confirmation)).status).toBe(401);
  expect(await browser.call(settings.getSettings)).toMatchObject({ pendingEmail: 'never@example.org' });
  app.clock.pass(serverLimits.maxLoginLinkMs - limits.loginLinkMs);
  expect(await browser.call(settings.getSettings)).toMatchObject({ email: 'stays@example.org', pendingEmail: null });
});

test('the link of a pending email change can be sent again, and the change can be cancelled', async () => {
  const browser = await signedInByLink(app, 'undecided@example.org');
  await change(browser, { email: 'maybe@example.org' });
  const first = await linkTo(app.mail, 'maybe@example.org');
  expect(await change(browser, { email: 'maybe@example.org' })).toMatchObject({ pendingEmail: 'maybe@example.org' });
  app.clock.pass(limits.loginLinkMs);
  await change(browser, { email: 'maybe@example.org' });
  const again = await linkTo(app.mail, 'maybe@example.org', 2);
  expect(again).not.toEqual(first);

  expect(await change(browser, { pendingEmail: null })).toMatchObject({ email: 'undecided@example.org', pendingEmail: null });
  for (const link of [first, again]) expect((await logIn(app.visitor(), link)).status).toBe(401);
  expect(await change(browser, { pendingEmail: null })).toMatchObject({ email: 'undecided@example.org', pendingEmail: null });
});

test('only the owner of a mailbox learns that its email address belongs to an account', async () => {
  await app.member({ email: 'taken@example.org' });
  const [curious, other] = [await app.member(), await app.member()];
  const onTaken = await curious.ask(settings.putSettings, { body: { email: 'taken@example.org' } });
  const onFree = await other.ask(settings.putSettings, { body: { email: 'free@example.org' } });
  expect([onTaken.status, onFree.status]).toEqual([200, 200]);
  expect(onTaken.body).toMatchObject({ pendingEmail: 'taken@example.org' });

  const answer = await logIn(app.visitor(), await linkTo(app.mail, 'taken@example.org'));
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { message: 'Could not save your settings.  Perhaps your email address is already registred to another account.' },
  ]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  // As if the link had not been opened.
  expect(await curious.call(settings.getSettings)).toMatchObject({ pendingEmail: 'taken@example.org' });
});

test('nobody learns from their pending change that the owner of its email address logs in, or deletes their account', async () => {
  const owner = await app.member({ email: 'owner@example.org' });
  const curious = await app.member();
  await change(curious, { email: 'owner@example.org' });
  const confirmation = await linkTo(app.mail, 'owner@example.org');
  const pending = async () => (await curious.call(settings.getSettings)).pendingEmail;
  const browser = app.visitor();
  await askForLink(browser, 'owner@example.org');
  expect((await logIn(browser, await linkTo(app.mail, 'owner@example.org', 2))).status).toBe(200);
  expect(await pending()).toBe('owner@example.org');
  expect((await logIn(app.visitor(), confirmation)).status).toBe(401);
  await owner.call(account.deleteAccount);
  expect(await pending()).toBe('owner@example.org');
});

test('a pending email change is cancelled by a new password and by a later change', async () => {
  const browser = await signedInByLink(app, 'victim@example.org');
  await change(browser, { email: 'thief@example.org' });
  await change(browser, { password: myPassword });
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'thief@example.org'))).status).toBe(401);
  await change(browser, { email: 'first@example.org' });
  await change(browser, { email: 'second@example.org' });
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'first@example.org'))).status).toBe(401);
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'second@example.org'))).status).toBe(200);
});

test('the number of email changes is limited', async () => {
  const limited = await openTestApp({ limits: quickHashing, rates: { addressChanges: serverLimits.rates.addressChanges } });
  const member = await limited.member();
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await member.ask(settings.putSettings, { body: { email: `w${i}@example.org` } })).status);
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 429]);
});
