// Requests for a login link over HTTP, and the mails they send.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import { allAcknowledged, askForLink, limitTokenTo, linkTo, logIn } from '#server/testing/members/sign-in.ts';
import { recordingDb } from '#server/testing/app/statements.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { mailDelayMs } from './mail-queue.service.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
/** All mails sent to an email address, once the queue is empty. */
async function mailsTo({ mail, world }: TestApp, email: string) {
  const waiting = world.db.read.selectFrom('mail_queue').select('id').where('state', '=', 'waiting');
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]));
  return mail.sent.filter(({ to }) => to === email);
}

test('the mail contains only the link, a way to stop such mails, and three sentences, under the brand’s name', async () => {
  await askForLink(app.visitor(), '  Nora@Example.ORG ');
  await linkTo(app.mail, 'nora@example.org');
  const mail = app.mail.latestTo('nora@example.org');
  expect(mail).toMatchObject({ subject: 'Your sign-in link', from: { name: 'Hearthside' } });
  expect(mail?.text).toMatch(
    /^Here is your sign-in link, which works once and for 30 minutes\.\n\nhttp:\/\/localhost:3000\/login#token=[\w-]+\n\nIf you did not request it, you can ignore this email\. To stop such emails, open this page and click “This was not me”:\n\nhttp:\/\/localhost:3000\/unwanted-emails#for=[\w-]+\n$/,
  );
  // A random token may contain any of these words.
  const words = `${mail?.subject}${mail?.text}`.replaceAll(/=[\w-]+/g, '');
  expect(words).not.toMatch(/gay|lgbt|member|community|nora/i);
});

test.each([[[]], [['technical', 'age']], [['technical', 'age', 'Law']], [undefined]])(
  'no link is sent without all three acknowledgements (%j)',
  async (acknowledgements) => {
    const answer = await app.visitor().ask(session.postRegister, { body: { email: 'x@example.org', acknowledgements } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'Acceptance of all of the acknowledgements above are required.' });
  },
);

test.each([
  '',
  'nobody',
  'a@',
  '@b',
  'a b@example.org',
  'a@example.org, b@example.org',
  'a@b@c',
  'a\u0000@example.org',
  'a@exa mple.org',
  `${'a'.repeat(250)}@example.org`,
])('%j is not an email address', async (email) => {
  const answer = await askForLink(app.visitor(), email);
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'bad-email' }]);
});

test('an email address is trimmed, lowercased and converted to ASCII', async () => {
  await askForLink(app.visitor(), " O'Brien@B\u00DCcher.example");
  expect(await linkTo(app.mail, "o'brien@xn--bcher-kva.example")).toBeDefined();
});

test('known, unknown, flooded and limited email addresses get the same answer from the same statements', async () => {
  const statements: string[] = [];
  const recorded = await openAppForTest({ parts: ({ db }) => ({ db: recordingDb(db, statements) }) });
  await recorded.sweptOnce();
  await recorded.member({ email: 'known@example.org' });
  await recorded.member({ email: 'limited@example.org' });
  for (const email of ['flooded@example.org', 'limited@example.org'])
    for (let i = 0; i < 3; i++) await askForLink(recorded.visitor(), email);
  const token = await limitTokenTo(recorded.mail, 'limited@example.org');
  await recorded.visitor().call(session.postMailLimit, { body: { token, isLimited: true } });
  const seen = [];
  for (const email of ['known@example.org', 'never@example.org', 'flooded@example.org', 'limited@example.org']) {
    statements.length = 0;
    const answer = await askForLink(recorded.visitor(), email);
    await linkTo(recorded.mail, email);
    seen.push({
      status: answer.status,
      bytes: answer.bytes.toString(),
      headers: Object.keys(answer.headers),
      // The queue sends mails independently of the answer.
      statements: statements.filter((sql) => !/^(select|update)(?! "link").*("mail_queue"|from "contact_messages")/.test(sql)),
    });
  }
  expect(seen[0]?.statements.length).toBeGreaterThanOrEqual(5);
  for (const other of seen) expect(other).toEqual(seen[0]);
  for (const email of ['flooded@example.org', 'limited@example.org']) expect(await mailsTo(recorded, email)).toHaveLength(1);
});

test('a flood of requests does not void the link that was sent before', async () => {
  const mine = app.visitor();
  await askForLink(mine, 'owner@example.org');
  const pair = await linkTo(app.mail, 'owner@example.org');
  for (let i = 0; i < 8; i++) await askForLink(app.visitor(), 'owner@example.org');
  expect((await logIn(mine, pair)).status).toBe(200);
  expect(await mailsTo(app, 'owner@example.org')).toHaveLength(1);
});

test('an IP address can request five links in half an hour', async () => {
  const limited = await openAppForTest({ rates: { register: serverLimits.rates.register } });
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await askForLink(limited.visitor(), `a${i}@example.org`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  limited.clock.pass(6 * minuteMs);
  expect((await askForLink(limited.visitor(), 'a7@example.org')).status).toBe(200);
});

test('IPv6 addresses in one /64 share the limits of registration and login', async () => {
  const { register, login } = serverLimits.rates;
  const limited = await openAppForTest({ env: { TRUST_PROXY: 'true' }, rates: { register, login } });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const ask = async (ip: string, email: string) =>
    (await limited.visitor().ask(session.postRegister, { body: { email, acknowledgements: allAcknowledged } }, from(ip))).status;
  for (let i = 0; i < 5; i++) expect(await ask(`2001:db8:1:2:${i}::9`, `v6-${i}@example.org`)).toBe(200);
  expect(await ask('2001:db8:1:2:ffff::1', 'v6-5@example.org')).toBe(429);
  expect(await ask('2001:db8:1:3::1', 'v6-6@example.org')).toBe(200);

  const logInFrom = async (ip: string) =>
    (await limited.visitor().form('/api/auth', { username: 'x'.repeat(16), password: 'y' }, from(ip))).status;
  for (let i = 0; i < 25; i++) expect(await logInFrom(`2001:db8:1:2::${i}`)).toBe(401);
  expect([await logInFrom('2001:db8:1:2:abcd::'), await logInFrom('2001:db8:1:3::')]).toEqual([429, 401]);
});

test('more than 600 links in an hour are logged as a warning but still sent', async () => {
  const warnings: string[] = [];
  const watched = await openAppForTest({
    rates: { mailsOverall: serverLimits.rates.mailsOverall },
    parts: ({ log }) => ({ log: Object.assign(Object.create(log), { warn: (text: string) => warnings.push(text) }) }),
  });
  const requestMany = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, i) => askForLink(watched.visitor(), `many${from + i}@example.org`)));
  for (let i = 0; i < 600; i += 50) await requestMany(i, i + 50);
  expect(warnings).toEqual([]);
  const [last] = await requestMany(600, 601);
  expect(last?.status).toBe(200);
  expect(warnings).toEqual(['unusually many login links are requested']);
});

test('links point to the brand of the page, never to the Host header', async () => {
  const originOf = async (host: string, email: string) => {
    const visitor = app.visitor();
    const answer = await visitor.ask(
      session.postRegister,
      { body: { email, acknowledgements: allAcknowledged } },
      { host, origin: `http://${host}` },
    );
    if (answer.status !== 200) return answer.status;
    await linkTo(app.mail, email);
    const mail = app.mail.latestTo(email);
    return `${mail?.from.name} ${/https?:\/\/[^/]+/.exec(mail?.text ?? '')?.[0]}`;
  };
  expect(await originOf('www.almanac.example', 'b1@example.org')).toBe('Almanac https://almanac.example');
  expect(await originOf('brazen.localhost:3000', 'b2@example.org')).toBe('Brazen http://brazen.localhost:3000');
  expect(await originOf('localhost:9999', 'b3@example.org')).toBe('Hearthside http://localhost:3000');
  expect(await originOf('evil.example', 'b4@example.org')).toBe(421);
  expect(await mailsTo(app, 'b4@example.org')).toEqual([]);
});

test('the requesting browser gets a nonce for two hours, unreadable to scripts', async () => {
  const answer = await askForLink(app.visitor(), 'marked@example.org');
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^lr=[\w-]{22}; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('no account exists until the link is opened', async () => {
  await askForLink(app.visitor(), 'not-yet@example.org');
  await linkTo(app.mail, 'not-yet@example.org');
  const found = await app.world.db.read.selectFrom('accounts').select('id').where('email', '=', 'not-yet@example.org').execute();
  expect(found).toEqual([]);
});

test('a link requested while the mail server was down is sent after a restart', async () => {
  const down = { send: () => Promise.reject(new Error('no connection')) };
  const before = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { mail: down } });
  expect((await askForLink(before.visitor(), 'late@example.org')).status).toBe(200);
  await before.app.close();
  await before.world.db.close();

  const after = await openAppForTest({ dataDir: before.dataDir });
  after.clock.pass(mailDelayMs(1));
  await askForLink(after.visitor(), 'somebody@example.org');
  expect((await logIn(after.visitor(), await linkTo(after.mail, 'late@example.org'))).status).toBe(200);
  await before.close();
});
