// Requests of others neither keep a member out nor fill their mailbox: known browsers, one mail for each link, "This was not me".
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { serverLimits } from '#server/limits.ts';
import { MailError } from '#server/outside/mail.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { askForLink, limitTokenTo, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';

const email = 'owner@example.org';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let app: TestApp;
const open = async (options: Parameters<typeof openTestApp>[0] = {}): Promise<void> => {
  app = await openTestApp({ ...options, limits: { ...quickHashing, ...options.limits } });
};
beforeEach(() => open());
afterEach(() => app.close());

/** The number of mails that were sent to an address, once no mail is due. */
async function mailsTo(to = email): Promise<number> {
  await askForLink(app.visitor(), `waker-${app.world.ids.uuid()}@example.org`);
  const due = app.world.db.read
    .selectFrom('mail_queue')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_ms', '<=', app.clock.now());
  await vi.waitFor(async () => expect(await due.execute()).toEqual([]));
  return app.mail.sent.filter((mail) => mail.to === to).length;
}

const flood = async (times = 5): Promise<void> => {
  for (let i = 0; i < times; i++) await askForLink(app.visitor(), email);
};
const leave = (browser: Browser, keepsBrowserKnown: boolean) =>
  browser.call(session.deleteAuth, { query: { keepsBrowserKnown } });
const limitMails = async (isLimited: boolean, token?: string) =>
  app.visitor().ask(session.postMailLimit, { body: { token: token ?? (await limitTokenTo(app.mail, email)), isLimited } });
/** How many mails the browser's request causes while an earlier link is valid. */
async function mailsFor(browser: Browser): Promise<number> {
  await flood(1);
  const before = await mailsTo();
  await askForLink(browser, email);
  return (await mailsTo()) - before;
}

test('in a browser that has logged in before, the owner is mailed at once, whatever others request', async () => {
  const owner = await signedInByLink(app, email);
  await leave(owner, true);
  for (let i = 0; i < 12; i++) {
    await flood();
    app.clock.pass(20 * minute);
  }
  await flood();
  const before = await mailsTo();
  await askForLink(owner, email);
  expect(await mailsTo()).toBe(before + 1);
  const link = await linkTo(app.mail, email, before + 1);
  const answer = await owner.form('/api/auth', { ...link, confirmed: 'false' }, { 'sec-fetch-site': 'same-origin' });
  expect(answer.status).toBe(200);
});

test('in any other browser the owner logs in with the link that somebody else requested', async () => {
  await signedInByLink(app, email);
  await flood();
  const before = await mailsTo();
  await askForLink(app.visitor(), email);
  expect(await mailsTo()).toBe(before);
  expect((await logIn(app.visitor(), await linkTo(app.mail, email, before))).status).toBe(200);
});

test('the owner gets a link even if there is a link to another site, which logs nobody in here', async () => {
  const elsewhere = app.origin.replace('localhost', 'brazen.localhost');
  await askForLink(browserOf(elsewhere), email);
  await mailsTo();
  await askForLink(app.visitor(), email);
  expect(await mailsTo()).toBe(2);
  expect((await logIn(app.visitor(), await linkTo(app.mail, email, 2))).status).toBe(200);
});

test('requests with another spelling of the address cause no further mail', async () => {
  await flood(1);
  for (const spelling of [`${email}.`, ` ${email.toUpperCase()}`, email.replace('.', '。')])
    await askForLink(app.visitor(), spelling);
  await mailsTo();
  expect(app.mail.sent.filter(({ to }) => !to.startsWith('waker-')).map(({ to }) => to)).toEqual([email]);
});

test('requests in the last ten minutes of a link are answered with one mail when that link ends', async () => {
  await flood();
  app.clock.pass(25 * minute);
  await flood();
  expect(await mailsTo()).toBe(1);
  app.clock.pass(5 * minute);
  expect(await mailsTo()).toBe(2);
  expect(app.mail.latestTo(email)?.text).toContain('once and for 1 hour');
  expect((await logIn(app.visitor(), await linkTo(app.mail, email, 1))).status).toBe(401);
  app.clock.pass(59 * minute);
  expect((await logIn(app.visitor(), await linkTo(app.mail, email, 2))).status).toBe(200);
});

test('a link that waits to be mailed is not voided by a login with the previous link', async () => {
  await flood();
  const first = await linkTo(app.mail, email);
  app.clock.pass(25 * minute);
  await flood();
  expect((await logIn(app.visitor(), first)).status).toBe(200);
  app.clock.pass(5 * minute);
  await mailsTo();
  expect((await logIn(app.visitor(), await linkTo(app.mail, email, 2))).status).toBe(200);
});

test.each([
  ['a member', true],
  ['somebody without an account', false],
])('a day of hostile requests sends %s at most 15 mails, and one of them has a valid link at any time', async (_, isMember) => {
  if (isMember) await app.member({ email });
  for (let i = 0; i < 24 * 4; i++) {
    await flood(2);
    if (i % 7 === 0) {
      await askForLink(app.visitor(), email);
      app.clock.pass(10 * minute);
      await mailsTo();
      const latest = await linkTo(app.mail, email, await mailsTo());
      const answer = await app
        .visitor()
        .form('/api/auth', { ...latest, confirmed: 'false' }, { 'sec-fetch-site': 'same-origin' });
      expect([answer.status, answer.body], `after ${i / 4} hours`).toMatchObject([409, { code: 'other-browser' }]);
      app.clock.pass(5 * minute);
    } else app.clock.pass(15 * minute);
  }
  expect(await mailsTo()).toBeLessThanOrEqual(15);
  expect(app.mail.latestTo(email)?.text).toContain('once and for 2 hours');
});

test('a mail that the mail server refused does not count as a live link', async () => {
  await app.close();
  let isRefused = true;
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => {
    if (isRefused) throw new MailError('refused', true);
    sent.push(to);
  };
  await open({ env: { LOG_LEVEL: 'silent' }, parts: { mail: { send } } });
  await flood(1);
  await mailsTo();
  isRefused = false;
  await flood(1);
  await mailsTo();
  expect(sent.filter((to) => to === email)).toHaveLength(1);
});

test('the mail of a known browser is sent before all waiting mails', async () => {
  await app.close();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const send = async ({ to }: { to: string }) => {
    order.push(to);
    await gate.promise;
  };
  await open({ parts: { mail: { send } } });
  const owner = await app.member({ email });
  await askForLink(app.visitor(), 'first@example.org');
  await vi.waitFor(() => expect(order).toEqual(['first@example.org']));
  for (let i = 0; i < 30; i++) await askForLink(app.visitor(), `flood-${i}@example.org`);
  await owner.call(sessions.postFreshLink);
  gate.resolve();
  await vi.waitFor(() => expect(order[1]).toBe(email));
});

test('a known browser gets five links immediately, then no more than any browser', async () => {
  await app.close();
  await open({ rates: { linksToKnownBrowser: serverLimits.rates.linksToKnownBrowser } });
  const owner = await signedInByLink(app, email);
  await leave(owner, true);
  for (let i = 0; i < 9; i++) await askForLink(owner, email);
  expect(await mailsTo()).toBe(1 + 5);
  // The links do not count for other accounts.
  const other = 'other@example.org';
  const known = await signedInByLink(app, other);
  await leave(known, true);
  for (const browser of [app.visitor(), known]) await askForLink(browser, other);
  expect(await mailsTo(other)).toBe(1 + 2);
});

test('requests of others behind the same IP address do not count for a known browser', async () => {
  await app.close();
  const { register, login } = serverLimits.rates;
  await open({ rates: { register, login } });
  const owner = await signedInByLink(app, email);
  await leave(owner, true);
  const ask = async (browser: Browser) => (await askForLink(browser, email)).status;
  const tryToLogIn = async (browser: Browser) => (await logIn(browser, { username: 'x'.repeat(16), password: 'y' })).status;
  for (let i = 0; i < 8; i++) await ask(app.visitor());
  for (let i = 0; i < 30; i++) await tryToLogIn(app.visitor());
  expect([await ask(app.visitor()), await ask(owner)]).toEqual([429, 200]);
  expect([await tryToLogIn(app.visitor()), await tryToLogIn(owner)]).toEqual([429, 401]);
  const forger = app.visitor();
  forger.cookies.set('kb', 'x'.repeat(43));
  expect(await ask(forger)).toBe(429);
});

test('a browser is known to each account that has logged in with it', async () => {
  const browser = await signedInByLink(app, 'other@example.org');
  await leave(browser, true);
  await askForLink(browser, email);
  await logIn(browser, await linkTo(app.mail, email));
  await leave(browser, true);
  expect(await mailsFor(browser)).toBe(1);
  await askForLink(app.visitor(), 'other@example.org');
  const before = await mailsTo('other@example.org');
  await askForLink(browser, 'other@example.org');
  expect(await mailsTo('other@example.org')).toBe(before + 1);
  expect(await app.world.db.read.selectFrom('known_browsers').selectAll().execute()).toHaveLength(2);
  // The database does not contain the marks of the cookie.
  for (const mark of (browser.cookies.get('kb') ?? '').split('.'))
    expect(JSON.stringify(await app.world.db.read.selectFrom('known_browsers').selectAll().execute())).not.toContain(mark);
});

test('a browser that logged in before marks existed becomes known when its session ends for a new login', async () => {
  const owner = await app.member({ email });
  await app.world.db.write((tx) => tx.deleteFrom('known_browsers').execute());
  expect(await mailsFor(owner)).toBe(0);
  await leave(owner, true);
  expect(await mailsFor(owner)).toBe(1);
});

const endings: Record<string, (owner: Browser, other: Browser) => Promise<unknown>> = {
  'a logout': (owner) => leave(owner, false),
  'a logout everywhere': (_, other) => other.call(sessions.deleteSessions),
  'a logout everywhere by itself': (owner) => owner.call(sessions.deleteSessions),
  'the end of its session on another device': async (_, other) => {
    const listed = await other.call(sessions.getSessions);
    await other.call(sessions.deleteSession, { params: { id: listed.find(({ isThis }) => !isThis)?.id ?? '' } });
  },
  'a new password': (_, other) => other.call(settings.putSettings, { body: { password: 'a long sentence of mine' } }),
  'the deletion of the account': (_, other) => other.call(account.deleteAccount),
};
test.each(Object.entries(endings))('a browser is no longer known after %s', async (_, end) => {
  const owner = await signedInByLink(app, email);
  const other = await signedInByLink(app, email, { nth: 2 });
  await end(owner, other);
  expect(await mailsFor(owner)).toBe(0);
});

test('a browser stays known for a year, even after its session has ended, and an account knows thirty browsers', async () => {
  const owner = await signedInByLink(app, email);
  app.clock.pass(200 * day);
  expect((await owner.ask(settings.getSettings)).status).toBe(401);
  expect(await mailsFor(owner)).toBe(1);
  app.clock.pass(166 * day);
  expect(await mailsFor(owner)).toBe(0);

  const member = await app.member();
  for (let i = 0; i < 31; i++) {
    app.clock.pass(1);
    const row = { mark_hash: `${i}`, session_hash: `${i}`, account_id: member.accountId, signed_in_ms: app.clock.now() };
    await app.world.db.write((tx) => tx.insertInto('known_browsers').values(row).execute());
  }
  const { email: address } = await member.call(settings.getSettings);
  app.clock.pass(1);
  await signedInByLink(app, address);
  const of = app.world.db.read.selectFrom('known_browsers').select('mark_hash').where('account_id', '=', member.accountId);
  const kept = (await of.execute()).map((row) => row.mark_hash);
  expect(kept).toHaveLength(30);
  expect(kept).not.toContain('1');
  expect(kept).toContain('2');
});

test('"This was not me" limits mails to known browsers for thirty days, and the same mail can lift the limit', async () => {
  const owner = await signedInByLink(app, email);
  await leave(owner, true);
  const token = await limitTokenTo(app.mail, email);
  expect((await limitMails(true, token)).body).toEqual({ isLimited: true });
  const before = await mailsTo();
  for (let i = 0; i < 3; i++) {
    await flood();
    app.clock.pass(9 * day);
  }
  expect(await mailsTo()).toBe(before);
  await askForLink(owner, email);
  expect(await mailsTo()).toBe(before + 1);

  expect((await limitMails(false, token)).body).toEqual({ isLimited: false });
  app.clock.pass(day);
  await flood();
  expect(await mailsTo()).toBe(before + 2);

  await limitMails(true, token);
  app.clock.pass(30 * day - 1);
  await flood();
  expect(await mailsTo()).toBe(before + 2);
  app.clock.pass(1);
  await flood();
  expect(await mailsTo()).toBe(before + 3);
});

test('"This was not me" works for an address without an account and stops mails of a changed address', async () => {
  await flood();
  await limitMails(true);
  app.clock.pass(day);
  await flood();
  const stranger = await app.member();
  await stranger.call(settings.putSettings, { body: { email } });
  expect(await stranger.call(settings.getSettings)).toMatchObject({ pendingEmail: email });
  expect(await mailsTo()).toBe(1);
});

test('a changed, foreign or old token limits nothing', async () => {
  await flood();
  const token = await limitTokenTo(app.mail, email);
  const bytes = Buffer.from(token, 'base64url');
  const changed = Buffer.from(bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte)));
  const answers = [];
  for (const wrong of ['', 'x', token.slice(0, -4), `${token}AAAA`, changed.toString('base64url'), 'A'.repeat(80)])
    answers.push(await limitMails(true, wrong));
  app.clock.pass(60 * day);
  answers.push(await limitMails(true, token));
  expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
  expect([answers[0]?.status, answers[0]?.body]).toMatchObject([400, { code: 'bad-mail-link' }]);
  await flood();
  expect(await mailsTo()).toBe(2);
  expect(token).not.toContain(Buffer.from(email).toString('base64url').slice(0, 8));
});
