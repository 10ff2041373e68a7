// Sessions over HTTP: their cookie, expiry and end.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notifications } from '#shared/contract/notifications.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { askForLink, isSignedIn, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { createSessionsService } from './sessions.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

const day = dayMs;
const sessionCookieOf = (answer: Answer) =>
  [answer.headers['set-cookie']].flat().find((cookie) => cookie?.includes('sid=')) ?? '';

test('the session cookie is HttpOnly and SameSite, and over https Secure and bound to the host', async () => {
  const plain = app.visitor();
  await askForLink(plain, 'plain@example.org');
  const unremembered = await logIn(plain, await linkTo(app.mail, 'plain@example.org'));
  expect(sessionCookieOf(unremembered)).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);

  const behindProxy = await openAppForTest({ limits: quickHashing, env: { TRUST_PROXY: 'true' } });
  const browser = behindProxy.visitor();
  const https = { 'x-forwarded-proto': 'https', origin: behindProxy.origin.replace('http:', 'https:') };
  const asked = await browser.ask(
    session.postRegister,
    { body: { email: 'tls@example.org', acknowledgements: ['technical', 'age', 'law'] } },
    https,
  );
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-lr=[\w-]{22};.*; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const pair = await linkTo(behindProxy.mail, 'tls@example.org');
  const form = new URLSearchParams(pair);
  const body = [...form]
    .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const answer = await browser.send('POST', '/api/auth', `${body}--b--\r\n`, {
    ...https,
    'content-type': 'multipart/form-data; boundary=b',
  });
  expect(sessionCookieOf(answer)).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test('the database contains neither the cookie’s value nor a link’s secret', async () => {
  const browser = await signedInByLink(app, 'hashed@example.org');
  const dump = JSON.stringify([
    await app.world.db.read.selectFrom('sessions').selectAll().execute(),
    await app.world.db.read.selectFrom('login_links').selectAll().execute(),
  ]);
  const { password } = await linkTo(app.mail, 'hashed@example.org');
  for (const secret of [browser.cookies.get('sid') ?? 'none', password, browser.cookies.get('lr') ?? 'none'])
    expect(dump).not.toContain(secret);
});

test('an ordinary session ends after an idle day or a week, a remembered one after 30 idle days or 90 days', async () => {
  for (const [remember, idleMs, maxMs, maxAge] of [
    [undefined, day, 7 * day, undefined],
    ['true', 30 * day, 90 * day, 90 * 86_400],
  ] as const) {
    const timed = await openAppForTest({ limits: quickHashing });
    const idle = timed.visitor();
    await askForLink(idle, 'idle@example.org');
    const pair = await linkTo(timed.mail, 'idle@example.org');
    const answer = await logIn(idle, { ...pair, ...(remember ? { remember } : {}) });
    const actualMaxAge = /max-age=(\d+)/i.exec(sessionCookieOf(answer))?.[1];
    expect(actualMaxAge).toBe(maxAge === undefined ? undefined : String(maxAge));
    timed.clock.pass(idleMs - 1);
    expect(await isSignedIn(idle)).toBe(true);
    timed.clock.pass(idleMs);
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await signedInByLink(timed, 'busy@example.org', remember ? { remember } : {});
    for (let passed = 0; passed + idleMs / 2 < maxMs; passed += idleMs / 2) {
      // The last use may not be stored yet.
      await expect.poll(() => isSignedIn(busy)).toBe(true);
      timed.clock.pass(idleMs / 2);
    }
    await expect.poll(() => isSignedIn(busy)).toBe(true);
    timed.clock.pass(idleMs / 2);
    expect(await isSignedIn(busy)).toBe(false);
  }
});

test('the use of a session is published and stored again only after more than a minute', async () => {
  const member = await app.member();
  const seen: string[] = [];
  const stop = app.world.bus.on('memberSeen', ({ profileId }) => seen.push(profileId));
  const rows = app.world.db.read.selectFrom('sessions').select('seen_ms').where('account_id', '=', member.accountId);
  const [before] = await rows.execute();
  app.clock.pass(60_000);
  await isSignedIn(member);
  expect(seen).toEqual([]);
  app.clock.pass(1);
  for (let calls = 0; calls < 2; calls += 1) await isSignedIn(member);
  await expect.poll(() => [...new Set(seen)]).toEqual([member.profileId]);
  // Each process that was called publishes the use once.
  if (app.world.changes.lease === null) expect(seen).toHaveLength(1);
  await vi.waitFor(async () => expect(await rows.execute()).toEqual([{ seen_ms: Number(before?.seen_ms) + 60_001 }]));
  stop();
});

test('a session that is ended or changed while it is read is read again', async () => {
  for (const type of ['sessionsEnded', 'sessionChanged'] as const) {
    const { accountId, cookies } = await app.member();
    const cookie = cookies.get('sid') ?? '';
    const { find } = createSessionsService(app.world);
    const reading = find(cookie);
    app.world.bus.publish({ type, accountId, sessionHashes: [] });
    expect(await reading).toMatchObject({ accountId });
    await app.world.db.write((tx) => tx.deleteFrom('sessions').where('account_id', '=', accountId).execute());
    expect([type, await find(cookie)]).toEqual([type, null]);
  }
});

test('a use that is not stored yet counts when the session is read again', async () => {
  const { profileId, cookies } = await app.member();
  const cookie = cookies.get('sid') ?? '';
  const seen: string[] = [];
  const stop = app.world.bus.on('memberSeen', (event) => seen.push(event.profileId));
  const stored = Promise.withResolvers<never>();
  const db = { ...app.world.db, write: () => stored.promise };
  const { find } = createSessionsService({ ...app.world, db });
  app.clock.pass(day - 1);
  expect(await find(cookie)).toMatchObject({ profileId });
  expect(await find(cookie, { rereads: true })).toMatchObject({ profileId });
  await expect.poll(() => seen).toEqual([profileId]);
  app.clock.pass(day - 1);
  expect(await find(cookie, { rereads: true })).toMatchObject({ profileId });
  app.clock.pass(day);
  expect(await find(cookie, { rereads: true })).toBeNull();
  stop();
});

test('a session is read again after half a minute, and immediately with `rereads`', async () => {
  const { accountId, cookies } = await app.member();
  const cookie = cookies.get('sid') ?? '';
  const { find } = createSessionsService(app.world);
  const rolesOf = async (options = {}) => (await find(cookie, options))?.roles;
  const setRoles = (roles: string) =>
    app.world.db.write((tx) => tx.updateTable('accounts').set({ roles }).where('id', '=', accountId).execute());
  expect(await rolesOf()).toEqual(['USER']);
  await setRoles('["USER","ADMIN"]');
  app.clock.pass(29_999);
  expect(await rolesOf()).toEqual(['USER']);
  app.clock.pass(1);
  expect(await rolesOf()).toEqual(['USER', 'ADMIN']);
  await setRoles('[]');
  expect([await rolesOf(), await rolesOf({ rereads: true }), await rolesOf()]).toEqual([['USER', 'ADMIN'], [], []]);
});

test('logging out ends the session, and succeeds even without one', async () => {
  const browser = await signedInByLink(app, 'leaver@example.org');
  const stolen = app.visitor();
  stolen.cookies.set('sid', browser.cookies.get('sid') ?? '');
  expect(await isSignedIn(stolen)).toBe(true);
  expect((await browser.ask(session.deleteAuth)).status).toBe(204);
  expect(browser.cookies.has('sid')).toBe(false);
  expect(await isSignedIn(stolen)).toBe(false);
  expect((await stolen.ask(session.deleteAuth)).status).toBe(204);
  expect((await app.visitor().ask(session.deleteAuth)).status).toBe(204);
});

test('signing out everywhere ends all sessions of the member only', async () => {
  const [anton, boris] = [await app.member({ email: 'everywhere@example.org' }), await app.member()];
  const phone = await signedInByLink(app, 'everywhere@example.org');
  expect((await anton.ask(sessions.deleteSessions)).status).toBe(204);
  expect([await isSignedIn(anton), await isSignedIn(phone), await isSignedIn(boris)]).toEqual([false, false, true]);
});

test('logging in again creates a new session and ends the browser’s previous one', async () => {
  const browser = await signedInByLink(app, 'renewed@example.org');
  const previous = app.visitor();
  previous.cookies.set('sid', browser.cookies.get('sid') ?? '');
  await askForLink(browser, 'renewed@example.org');
  await logIn(browser, await linkTo(app.mail, 'renewed@example.org', 2));
  expect([await isSignedIn(previous), await isSignedIn(browser)]).toEqual([false, true]);
});

test('roles removed by another process are revoked within 30 seconds', async () => {
  const member = await app.member();
  expect(await isSignedIn(member)).toBe(true);
  await app.world.db.write((tx) => tx.updateTable('accounts').set({ roles: '[]' }).where('id', '=', member.accountId).execute());
  app.clock.pass(30_000);
  expect((await member.ask(settings.getSettings)).status).toBe(403);
});

test('each session has its own choice to show private pictures', async () => {
  const [phone, desktop] = [
    await signedInByLink(app, 'nsfw@example.org'),
    await signedInByLink(app, 'nsfw@example.org', { nth: 2 }),
  ];
  expect(await phone.call(session.putSession, { body: { showNsfw: true } })).toEqual({ showNsfw: true });
  expect((await phone.call(settings.getSettings)).showNsfw).toBe(true);
  expect((await desktop.call(settings.getSettings)).showNsfw).toBe(false);
});

test('roles removed in this process are revoked for the next call', async () => {
  const member = await app.member();
  expect(await isSignedIn(member)).toBe(true);
  await app.world.db.write((tx) => tx.updateTable('accounts').set({ roles: '[]' }).where('id', '=', member.accountId).execute());
  app.world.bus.publish({ type: 'sessionChanged', accountId: member.accountId });
  expect((await member.ask(settings.getSettings)).status).toBe(403);
});

test('calls without a session are answered 401', async () => {
  for (const call of [
    settings.getSettings,
    settings.putSettings,
    session.putSession,
    sessions.deleteSessions,
    sessions.getSessions,
    sessions.postFreshLink,
    notifications.getNotifications,
  ])
    expect((await app.visitor().send(call.method, call.path)).status).toBe(401);
});
