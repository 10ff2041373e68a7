// Push subscriptions, added and removed over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { change, listed, newDevice, pushHosts, tryToChange } from '#server/testing/members/settings.ts';
import { signedInByLink } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: pushHosts });
});
afterAll(() => app.close());

const storedFor = (endpoint: string) =>
  app.world.db.read.selectFrom('push_subscriptions').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();

test('a device is stored with its keys, which are never sent back', async () => {
  const anton = await app.member();
  const phone = newDevice('Phone');
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

test('keys are accepted in base64 and base64url', async () => {
  const anton = await app.member();
  const phone = newDevice();
  const padded = (key: string) => Buffer.from(key, 'base64url').toString('base64');
  await change(anton, {
    pushSubscriptions: [{ ...phone, auth_base64: padded(phone.auth_base64), p256dh_base64: padded(phone.p256dh_base64) }],
  });
  expect(await storedFor(phone.endpoint)).toMatchObject({ auth: phone.auth_base64, p256dh: phone.p256dh_base64 });
});

test('only endpoints of push services with valid keys are accepted', async () => {
  const anton = await app.member();
  const good = newDevice('Phone', 'https://fcm.googleapis.com/fcm/send/abc');
  for (const invalid of [
    { ...good, endpoint: 'https://evil.example/push' },
    { ...good, endpoint: 'https://127.0.0.1/push' },
    { ...good, endpoint: 'http://fcm.googleapis.com/fcm/send/abc' },
    { ...good, endpoint: 'https://fcm.googleapis.com.evil.example/x' },
    { ...good, p256dh_base64: 'A'.repeat(87) },
    { ...good, auth_base64: 'short' },
    { ...good, auth_base64: undefined },
    listed(good),
  ])
    expect(await tryToChange(anton, { name: 'Eve', pushSubscriptions: [invalid] })).toEqual([400, 'bad-push-endpoint']);
  expect(await anton.call(settings.getSettings)).toMatchObject({ name: '', pushSubscriptions: [] });
  expect(await tryToChange(anton, { pushSubscriptions: [good] })).toEqual([200, undefined]);
});

test('an eleventh device is refused', async () => {
  const anton = await app.member();
  const devices = Array.from({ length: limits.maxPushSubscriptions + 1 }, () => newDevice());
  expect(await tryToChange(anton, { pushSubscriptions: devices })).toEqual([400, 'too-many-devices']);
  expect((await change(anton, { pushSubscriptions: devices.slice(1) })).pushSubscriptions).toHaveLength(10);
});

test('a device is removed with the session that added it, not with another session that saved the list', async () => {
  const email = 'two-devices@example.org';
  const [phone, desktop] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  const [phoneDevice, desktopDevice] = [newDevice('Phone'), newDevice('Desk')];
  await change(phone, { pushSubscriptions: [phoneDevice] });
  await change(desktop, { pushSubscriptions: [listed(phoneDevice), desktopDevice] });
  await desktop.call(session.deleteAuth);
  expect((await phone.call(settings.getSettings)).pushSubscriptions).toEqual([listed(phoneDevice)]);
});

test('the device of a browser belongs to the member who last saved it', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const shared = newDevice();
  await change(anton, { pushSubscriptions: [shared] });
  expect(await tryToChange(boris, { pushSubscriptions: [listed(shared)] })).toEqual([400, 'bad-push-endpoint']);
  await change(boris, { pushSubscriptions: [shared] });
  expect((await anton.call(settings.getSettings)).pushSubscriptions).toEqual([]);
  expect(await storedFor(shared.endpoint)).toMatchObject({ profile_id: boris.profileId });
});
