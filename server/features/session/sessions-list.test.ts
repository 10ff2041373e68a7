// A member's list of sessions, and ending a session from another one.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCodes } from '#shared/contract/live.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { askForLink, isSignedIn, linkTo, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing, env: pushHosts });
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';

/** A browser with this User-Agent, logged in by the nth link to an address. */
async function signedInWith(userAgent: string, email: string, nth: number): Promise<Browser> {
  const browser = app.visitor();
  await askForLink(browser, email);
  const fields = await linkTo(app.mail, email, nth);
  const body = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'user-agent': userAgent };
  await browser.send('POST', '/api/auth', `${body.join('')}--b--\r\n`, headers);
  return browser;
}

const idOf = async (browser: Browser): Promise<string> =>
  (await browser.call(sessions.getSessions)).find(({ isThis }) => isThis)?.id ?? '';

test('the list describes each session, the current one first, and contains no secrets', async () => {
  const email = 'several@example.org';
  const phone = await signedInWith(firefox, email, 1);
  app.clock.pass(hourMs);
  const desktop = await signedInByLink(app, email, { nth: 2 });
  const answer = await phone.ask(sessions.getSessions);
  const nowMs = app.clock.now();
  expect(answer.body).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Android',
      tsCreated: nowMs - hourMs,
      tsLastUsed: expect.any(Number),
      isThis: true,
    },
    { id: expect.any(String), device: 'A device', tsCreated: nowMs, tsLastUsed: nowMs, isThis: false },
  ]);
  const rows = await app.world.db.read.selectFrom('sessions').select('id_hash').execute();
  const secrets = [phone, desktop].map((browser) => browser.cookies.get('sid') ?? 'none');
  for (const secret of [...secrets, ...rows.map(({ id_hash }) => id_hash)]) expect(answer.bytes.toString()).not.toContain(secret);
});

test('the list describes devices in the language of the app', async () => {
  const browser = await signedInWith(firefox, 'words@example.org', 1);
  const { body } = await browser.send('GET', '/api/sessions', undefined, { 'accept-language': 'ar' });
  expect(body).toEqual([expect.objectContaining({ device: '\u200f\u2068Firefox\u2069 على \u2068Android\u2069' })]);
});

test('an expired session is not listed', async () => {
  const email = 'rested@example.org';
  await signedInByLink(app, email);
  app.clock.pass(limits.sessionIdleMs);
  const current = await signedInByLink(app, email, { nth: 2 });
  expect(await current.call(sessions.getSessions)).toHaveLength(1);
});

test('ending a session closes its socket, removes its push subscription and refuses its calls within a second', async () => {
  const email = 'lost-phone@example.org';
  const [phone, desktop] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  await change(phone, { pushSubscriptions: [newDevice('Phone')] });
  const [phoneSocket, desktopSocket] = [await openSocket(phone), await openSocket(desktop)];
  expect((await desktop.ask(sessions.deleteSession, { params: { id: await idOf(phone) } })).status).toBe(204);
  const startMs = performance.now();
  expect(await phoneSocket.closed).toBe(closeCodes.ended);
  expect(performance.now() - startMs).toBeLessThan(1_000);
  expect([await isSignedIn(phone), await isSignedIn(desktop)]).toEqual([false, true]);
  expect((await desktop.call(settings.getSettings)).pushSubscriptions).toEqual([]);
  await desktopSocket.until('settings');
  desktopSocket.close();
});

test('ending the current session logs out', async () => {
  const browser = await signedInByLink(app, 'myself@example.org');
  expect((await browser.ask(sessions.deleteSession, { params: { id: await idOf(browser) } })).status).toBe(204);
  expect(browser.cookies.has('sid')).toBe(false);
  expect(await isSignedIn(browser)).toBe(false);
});

test('another member’s session is not found and remains valid', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const foreign = await anton.ask(sessions.deleteSession, { params: { id: await idOf(boris) } });
  const unknown = await anton.ask(sessions.deleteSession, { params: { id: randomUUID() } });
  expect([foreign.status, foreign.bytes]).toEqual([404, unknown.bytes]);
  expect(await isSignedIn(boris)).toBe(true);
});

test('an ended session is not found', async () => {
  const email = 'twice@example.org';
  const [phone, desktop] = [await signedInByLink(app, email), await signedInByLink(app, email, { nth: 2 })];
  const id = await idOf(phone);
  await desktop.ask(sessions.deleteSession, { params: { id } });
  expect((await desktop.ask(sessions.deleteSession, { params: { id } })).status).toBe(404);
});
