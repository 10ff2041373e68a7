// The own account, as its member meets it over HTTP.
import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { settings, type PushSubscription, type SettingsChange } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { serverLimits } from '../../limits.ts';
import type { BusEvent } from '../../live/bus.ts';
import type { Browser } from '../../testing/browser.ts';
import { quickHashing } from '../../testing/passwords.ts';
import { askForLink, linkTo, logIn } from '../../testing/sign-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing, env: { PUSH_ENDPOINT_HOSTS: 'push.test:8443' } });
});
afterAll(() => app.close());

const myPassword = 'a long sentence of mine';
const change = (browser: Browser, body: SettingsChange) => browser.call(settings.putSettings, { body });
const attempt = async (browser: Browser, body: SettingsChange) => {
  const { status, body: answered } = await browser.ask(settings.putSettings, { body });
  return [status, (answered as { code?: string }).code];
};
const isIn = async (browser: Browser) => (await browser.ask(settings.getSettings)).status === 200;

async function signedInByLink(email: string, nth = 1): Promise<Browser> {
  const browser = app.visitor();
  await askForLink(browser, email);
  await logIn(browser, await linkTo(app.mail, email, nth));
  return browser;
}

async function signedInByPassword(email: string, password: string): Promise<Browser> {
  const browser = app.visitor();
  expect((await logIn(browser, { username: email, password })).status).toBe(200);
  return browser;
}

function device(name = 'Phone', endpoint = `https://push.test:8443/${randomBytes(8).toString('hex')}`) {
  const keys = createECDH('prime256v1');
  return {
    deviceName: name,
    endpoint,
    expirationTime: null,
    p256dh_base64: keys.generateKeys('base64url'),
    auth_base64: randomBytes(16).toString('base64url'),
  } satisfies PushSubscription;
}
const listed = ({ deviceName, endpoint, expirationTime }: PushSubscription) => ({ deviceName, endpoint, expirationTime });
const storedFor = (endpoint: string) =>
  app.world.db.read.selectFrom('push_subscriptions').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();

test('a new account has cautious choices', async () => {
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
    positionPrecision: 'area',
    previews: false,
    quietHours: null,
    sendSeen: true,
    sendTyping: true,
    units: 'auto',
    theme: 'system',
  });
});

test('what is changed stays, what is left out stays as it was, and open screens and positions are told', async () => {
  const anton = await app.member();
  const told: BusEvent[] = [];
  const off = [
    app.world.bus.on('settingsChanged', (event) => told.push(event)),
    app.world.bus.on('deliver', (event) => told.push(event)),
  ];
  const quietHours = { zone: 'America/Phoenix', spans: [{ day: 5, fromMinute: 1_320, untilMinute: 420 }] };
  await change(anton, { positionPrecision: 'wide', quietHours });
  await change(anton, { name: '  Anton \u202eB. ', sendSeen: false });
  for (const stop of off) stop();
  expect(await anton.call(settings.getSettings)).toMatchObject({
    positionPrecision: 'wide',
    quietHours,
    name: 'Anton B.',
    sendSeen: false,
    sendTyping: true,
  });
  expect(told).toContainEqual({ type: 'settingsChanged', accountId: anton.accountId, profileId: anton.profileId });
  expect(told).toContainEqual({ type: 'deliver', profileId: anton.profileId, event: { type: 'settings' } });
});

test('a screen that sends everything back as it got it changes nothing', async () => {
  const anton = await app.member({ name: 'Anton' });
  const before = await change(anton, { pushSubscriptions: [device()], theme: 'dark' });
  expect(await change(anton, { ...before, password: '' })).toEqual(before);
});

test.each([
  '{"roles":["ADMIN"],"defaultProfileId":"x","applicationServerKey":"x","hasPassword":true,"volunteerCredits":99,"pendingEmail":"a@b"}',
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
])('%s changes nothing', async (body) => {
  const anton = await app.member();
  const before = await anton.call(settings.getSettings);
  const answer = await anton.send('PUT', '/api/settings', body, { 'content-type': 'application/json' });
  expect([200, 400]).toContain(answer.status);
  if (body.includes('_') || !body.startsWith('{"roles')) expect(answer.status).toBe(400);
  expect(await anton.call(settings.getSettings)).toEqual(before);
});

test('neither another site nor another kind of body changes settings', async () => {
  const anton = await app.member();
  const put = async (headers: Record<string, string>) =>
    (await anton.send('PUT', '/api/settings', '{"name":"Eve"}', { 'content-type': 'application/json', ...headers })).status;
  expect(await put({ origin: 'https://evil.example' })).toBe(403);
  expect(await put({ origin: 'null' })).toBe(403);
  expect(await put({ 'content-type': 'text/plain' })).toBe(415);
  expect((await anton.call(settings.getSettings)).name).toBe('');
});

test('a password takes a sign-in by link of the last quarter of an hour', async () => {
  const email = 'fresh@example.org';
  const browser = await signedInByLink(email);
  app.clock.pass(limits.freshSignInMs + 1);
  expect(await attempt(browser, { password: myPassword })).toEqual([403, 'reauth']);
  const again = await signedInByLink(email, 2);
  app.clock.pass(limits.freshSignInMs);
  expect(await change(again, { password: myPassword })).toMatchObject({ hasPassword: true });
  const byPassword = await signedInByPassword(email, myPassword);
  expect(await attempt(byPassword, { password: 'another sentence of mine' })).toEqual([403, 'reauth']);
  expect(await attempt(byPassword, { password: '', name: 'Nora' })).toEqual([200, undefined]);
});

test('a new password ends every other session with its push, voids waiting links, and is told by mail', async () => {
  const email = 'careful@example.org';
  const [lost, own] = [await signedInByLink(email), await signedInByLink(email, 2)];
  const [lostDevice, ownDevice] = [device('Lost'), device('Own')];
  await change(lost, { pushSubscriptions: [lostDevice] });
  await change(own, { pushSubscriptions: [listed(lostDevice), ownDevice] });
  await askForLink(app.visitor(), email);
  const waiting = await linkTo(app.mail, email, 3);

  const after = await change(own, { password: myPassword });
  expect(after.pushSubscriptions).toEqual([listed(ownDevice)]);
  expect([await isIn(lost), await isIn(own)]).toEqual([false, true]);
  expect((await logIn(app.visitor(), waiting)).status).toBe(401);
  await vi.waitFor(() => expect(app.mail.latestTo(email)?.subject).toBe('Your password was changed'));
  await signedInByPassword(email, myPassword);
});

test.each([
  'short7!',
  'password',
  'P@ssw0rd!',
  'Passwort123',
  '12345678',
  'qwertyuiop',
  'aaaaaaaa',
  'abcabcabc',
  '17.05.1990',
  'Hearthside1',
  'weakling1',
  'x'.repeat(129),
])('the password %s is refused', async (password) => {
  const browser = await weakling();
  expect(await attempt(browser, { password })).toEqual([400, 'weak-password']);
});

test.each(['kitchen lamp 7', 'ß8 letters', '🦊🦊🐻🐼🐨🐯🦁🐮', 'tqvzkwmx', `${'long '.repeat(25)}one`, '83746152'])(
  'the password %s is taken',
  async (password) => {
    const browser = await weakling();
    await change(browser, { password });
    expect((await logIn(app.visitor(), { username: 'weakling@example.org', password })).status).toBe(200);
  },
);

/** A fresh sign-in of one and the same member. */
async function weakling(): Promise<Browser> {
  app.clock.pass(3_600_000);
  const asked = app.mail.sent.filter((mail) => mail.to === 'weakling@example.org' && mail.text.includes('#token=')).length;
  return signedInByLink('weakling@example.org', asked + 1);
}

test('the password is nowhere to be read', async () => {
  const browser = await signedInByLink('quiet@example.org');
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

test('passwords are hashed as strongly as is recommended', () => {
  expect(serverLimits.passwordHash).toEqual({ memoryKiB: 19_456, passes: 2, lanes: 1 });
});

test('a new address counts once its link is opened; until then the old one does, and its owner is told', async () => {
  const browser = await signedInByLink('old@example.org');
  const { defaultProfileId } = await browser.call(settings.getSettings);
  expect(await change(browser, { email: ' New@Example.org' })).toMatchObject({
    email: 'old@example.org',
    pendingEmail: 'new@example.org',
  });
  await vi.waitFor(() => expect(app.mail.latestTo('old@example.org')?.subject).toBe('Your address is about to change'));
  const confirmation = await linkTo(app.mail, 'new@example.org');
  expect(app.mail.latestTo('new@example.org')).toMatchObject({ subject: 'Please confirm your address' });
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

test('a new address that nobody confirms is forgotten after half an hour', async () => {
  const browser = await signedInByLink('stays@example.org');
  await change(browser, { email: 'never@example.org' });
  const confirmation = await linkTo(app.mail, 'never@example.org');
  app.clock.pass(limits.loginLinkMs);
  expect(await browser.call(settings.getSettings)).toMatchObject({ email: 'stays@example.org', pendingEmail: null });
  expect((await logIn(app.visitor(), confirmation)).status).toBe(401);
});

test('only the owner of a mailbox learns that its address has an account', async () => {
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
  expect(await curious.call(settings.getSettings)).toMatchObject({ pendingEmail: null });
});

test('a waiting change of address dies with the old password, and with a later change', async () => {
  const browser = await signedInByLink('victim@example.org');
  await change(browser, { email: 'thief@example.org' });
  await change(browser, { password: myPassword });
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'thief@example.org'))).status).toBe(401);
  await change(browser, { email: 'first@example.org' });
  await change(browser, { email: 'second@example.org' });
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'first@example.org'))).status).toBe(401);
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'second@example.org'))).status).toBe(200);
});

test('a member can’t have mails sent to the whole world', async () => {
  const limited = await openTestApp({ limits: quickHashing, rates: { addressChanges: serverLimits.rates.addressChanges } });
  const member = await limited.member();
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await member.ask(settings.putSettings, { body: { email: `w${i}@example.org` } })).status);
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a device is kept with its keys, which are never told', async () => {
  const anton = await app.member();
  const phone = device('Phone');
  const answer = await anton.ask(settings.putSettings, { body: { pushSubscriptions: [phone] } });
  expect(answer.body).toMatchObject({ pushSubscriptions: [listed(phone)] });
  for (const key of [phone.auth_base64, phone.p256dh_base64])
    expect(`${answer.bytes}${(await anton.ask(settings.getSettings)).bytes}`).not.toContain(key);

  await change(anton, { pushSubscriptions: [{ ...listed(phone), deviceName: ' My \u200b phone ' }] });
  expect(await storedFor(phone.endpoint)).toMatchObject({
    device_name: 'My phone',
    auth: phone.auth_base64,
    p256dh: phone.p256dh_base64,
  });
  expect((await change(anton, { pushSubscriptions: [] })).pushSubscriptions).toEqual([]);
});

test('keys may come in either base64', async () => {
  const anton = await app.member();
  const phone = device();
  const padded = (key: string) => Buffer.from(key, 'base64url').toString('base64');
  await change(anton, {
    pushSubscriptions: [{ ...phone, auth_base64: padded(phone.auth_base64), p256dh_base64: padded(phone.p256dh_base64) }],
  });
  expect(await storedFor(phone.endpoint)).toMatchObject({ auth: phone.auth_base64, p256dh: phone.p256dh_base64 });
});

test('only push services are taken, with keys that can encrypt', async () => {
  const anton = await app.member();
  const good = device('Phone', 'https://fcm.googleapis.com/fcm/send/abc');
  for (const wrong of [
    { ...good, endpoint: 'https://evil.example/push' },
    { ...good, endpoint: 'https://127.0.0.1/push' },
    { ...good, endpoint: 'http://fcm.googleapis.com/fcm/send/abc' },
    { ...good, endpoint: 'https://fcm.googleapis.com.evil.example/x' },
    { ...good, p256dh_base64: 'A'.repeat(87) },
    { ...good, auth_base64: 'short' },
    { ...good, auth_base64: undefined },
    listed(good),
  ])
    expect(await attempt(anton, { name: 'Eve', pushSubscriptions: [wrong] })).toEqual([400, 'bad-push-endpoint']);
  expect(await anton.call(settings.getSettings)).toMatchObject({ name: '', pushSubscriptions: [] });
  expect(await attempt(anton, { pushSubscriptions: [good] })).toEqual([200, undefined]);
});

test('an eleventh device is one too many', async () => {
  const anton = await app.member();
  const devices = Array.from({ length: limits.pushSubscriptionsMost + 1 }, () => device());
  expect(await attempt(anton, { pushSubscriptions: devices })).toEqual([400, 'too-many-devices']);
  expect((await change(anton, { pushSubscriptions: devices.slice(1) })).pushSubscriptions).toHaveLength(10);
});

test('a device goes with the session that saved it, not with one that only listed it', async () => {
  const email = 'two-devices@example.org';
  const [phone, desk] = [await signedInByLink(email), await signedInByLink(email, 2)];
  const [phonesDevice, desksDevice] = [device('Phone'), device('Desk')];
  await change(phone, { pushSubscriptions: [phonesDevice] });
  await change(desk, { pushSubscriptions: [listed(phonesDevice), desksDevice] });
  await desk.call(session.deleteAuth);
  expect((await phone.call(settings.getSettings)).pushSubscriptions).toEqual([listed(phonesDevice)]);
});

test('a browser in which another member logs in belongs to that one', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const shared = device();
  await change(anton, { pushSubscriptions: [shared] });
  expect(await attempt(boris, { pushSubscriptions: [listed(shared)] })).toEqual([400, 'bad-push-endpoint']);
  await change(boris, { pushSubscriptions: [shared] });
  expect((await anton.call(settings.getSettings)).pushSubscriptions).toEqual([]);
  expect(await storedFor(shared.endpoint)).toMatchObject({ profile_id: boris.profileId });
});
