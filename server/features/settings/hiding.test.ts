// Hiding on the map, a choice that all devices of an account share.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change } from '#server/testing/members/settings.ts';
import { signedInByLink } from '#server/testing/members/sign-in.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { reportPosition } from '#server/testing/members/actions.ts';

let app: TestApp;
let viewer: Member;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
  viewer = await app.member();
});
afterAll(() => app.close());

const report = ({ call }: Browser, profileId: string, hide: boolean) =>
  reportPosition({ call, profileId }, app.clock.now(), { lat: 40.5, lon: 10.5, hide });
const isVisible = async (profileId: string): Promise<boolean> => {
  const query = { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false, lat: 40.5, lon: 10.5 };
  return (await viewer.call(nearby.getNearest, { query })).some((brief) => brief.profileId === profileId);
};

test('hiding on one device applies to the other device, whose position reports do not undo it', async () => {
  const phone = await app.member({ email: 'hides@example.org' });
  const desktop = await signedInByLink(app, 'hides@example.org');
  const socket = await openSocket(desktop);
  await report(phone, phone.profileId, false);
  expect(await isVisible(phone.profileId)).toBe(true);

  expect(await change(phone, { hide: true })).toMatchObject({ hide: true });
  await socket.until('settings');
  socket.close();
  expect(await desktop.call(settings.getSettings)).toMatchObject({ hide: true });
  await vi.waitFor(async () => expect(await isVisible(phone.profileId)).toBe(false));
  await report(desktop, phone.profileId, false);
  expect(await isVisible(phone.profileId)).toBe(false);

  await change(desktop, { hide: false });
  await vi.waitFor(async () => expect(await isVisible(phone.profileId)).toBe(true));
});

test('a position report can hide the member, and a later one can show them again', async () => {
  const member = await app.member();
  await report(member, member.profileId, false);
  await report(member, member.profileId, true);
  expect(await isVisible(member.profileId)).toBe(false);
  await report(member, member.profileId, false);
  expect(await isVisible(member.profileId)).toBe(true);
});

test('a member who hides before setting a position remains hidden', async () => {
  const member = await app.member();
  await change(member, { hide: true });
  await report(member, member.profileId, false);
  expect(await isVisible(member.profileId)).toBe(false);
});

test('changing another preference does not end hiding', async () => {
  const member = await app.member();
  await report(member, member.profileId, false);
  await change(member, { hide: true });
  await vi.waitFor(async () => expect(await isVisible(member.profileId)).toBe(false));
  await change(member, { theme: 'dark', positionPrecision: 'wide' });
  await report(member, member.profileId, false);
  expect(await isVisible(member.profileId)).toBe(false);
});
