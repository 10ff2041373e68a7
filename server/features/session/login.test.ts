// Logging in by link and by password over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { askForLink, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { recordingDb } from '#server/testing/app/statements.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

test('the first link creates an account whose profile has no name', async () => {
  const nora = await signedInByLink(app, 'nora@example.org');
  const account = await nora.call(settings.getSettings);
  expect(account).toMatchObject({ email: 'nora@example.org', roles: ['USER'], hasPassword: false, name: '' });
  const profile = await app.world.db.read
    .selectFrom('profiles')
    .select(['profilename', 'birthdate', 'is_test'])
    .where('id', '=', account.defaultProfileId)
    .executeTakeFirst();
  expect(profile).toEqual({ profilename: '', birthdate: null, is_test: 0 });
});

test('the acknowledgements are stored with time, IP address and text version', async () => {
  const nora = await signedInByLink(app, 'accepts@example.org');
  const { defaultProfileId } = await nora.call(settings.getSettings);
  const row = await app.world.db.read
    .selectFrom('accounts')
    .select('acknowledgements')
    .where('profile_id', '=', defaultProfileId)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.acknowledgements)).toEqual([
    { accepted: ['technical', 'age', 'law'], textVersion: expect.any(String), atMs: app.clock.now(), ip: '127.0.0.1' },
  ]);
});

test('a later link signs in to the same account and does not change its password', async () => {
  const first = await signedInByLink(app, 'again@example.org');
  const { defaultProfileId } = await first.call(settings.getSettings);
  await setPasswordOf(app, defaultProfileId, 'a long sentence of mine');
  const browser = app.visitor();
  await askForLink(browser, 'AGAIN@example.org');
  await logIn(browser, await linkTo(app.mail, 'again@example.org', 2));
  expect(await browser.call(settings.getSettings)).toMatchObject({ defaultProfileId, hasPassword: true });
});

test('of fifty browsers that open one link simultaneously, one is signed in', async () => {
  await askForLink(app.visitor(), 'race@example.org');
  const pair = await linkTo(app.mail, 'race@example.org');
  const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(app.visitor(), pair)));
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, ...Array<number>(49).fill(401)]);
});

test('a link works until the last millisecond of its half hour', async () => {
  for (const [email, passedMs, status] of [
    ['intime@example.org', limits.loginLinkMs - 1, 200],
    ['late@example.org', limits.loginLinkMs, 401],
  ] as const) {
    await askForLink(app.visitor(), email);
    const pair = await linkTo(app.mail, email);
    app.clock.pass(passedMs);
    expect((await logIn(app.visitor(), pair)).status).toBe(status);
  }
});

test('a used link, or a secret with another id, is answered like a wrong password', async () => {
  await askForLink(app.visitor(), 'used@example.org');
  await askForLink(app.visitor(), 'unused@example.org');
  const used = await linkTo(app.mail, 'used@example.org');
  const unused = await linkTo(app.mail, 'unused@example.org');
  expect((await logIn(app.visitor(), used)).status).toBe(200);
  const wrong = await logIn(app.visitor(), { username: 'used@example.org', password: 'wrong' });
  expect([wrong.status, wrong.body]).toMatchObject([401, { message: 'Password and/or Email address is incorrect' }]);
  for (const pair of [
    used,
    { ...unused, password: used.password },
    { ...unused, username: used.username },
    { username: 'x'.repeat(16), password: '' },
    { username: '', password: '' },
  ])
    expect((await logIn(app.visitor(), pair)).bytes).toEqual(wrong.bytes);
  expect((await logIn(app.visitor(), unused)).status).toBe(200);
});

test('a link works only at the brand that mailed it', async () => {
  await askForLink(app.visitor(), 'branded@example.org');
  const pair = await linkTo(app.mail, 'branded@example.org');
  const { port } = new URL(app.origin);
  const otherBrand = browserOf(`http://almanac.localhost:${port}`);
  expect((await logIn(otherBrand, pair)).status).toBe(401);
  expect((await logIn(app.visitor(), pair)).status).toBe(200);
});

test('loading the page of a link does not use the link', async () => {
  await askForLink(app.visitor(), 'scanned@example.org');
  const pair = await linkTo(app.mail, 'scanned@example.org');
  const token = Buffer.from(`${pair.username}:${pair.password}`).toString('base64url');
  for (let i = 0; i < 25; i++) {
    await app.visitor().send('GET', `/login?token=${token}`);
    await app.visitor().send('HEAD', `/login?token=${token}`);
    await app.visitor().send('GET', `/api/auth?username=${pair.username}&password=${pair.password}`);
  }
  expect((await logIn(app.visitor(), pair)).status).toBe(200);
});

test('the audit log records whether the link was opened in the browser that requested it', async () => {
  const same = app.visitor();
  await askForLink(same, 'same@example.org');
  await logIn(same, await linkTo(app.mail, 'same@example.org'));
  await askForLink(app.visitor(), 'another@example.org');
  const another = app.visitor();
  await logIn(another, await linkTo(app.mail, 'another@example.org'));
  const auditOf = async (browser: Browser) => {
    const { defaultProfileId } = await browser.call(settings.getSettings);
    const rows = await app.world.db.read
      .selectFrom('audit')
      .innerJoin('accounts', 'accounts.id', 'audit.account_id')
      .select('what')
      .where('profile_id', '=', defaultProfileId)
      .execute();
    return rows.map((row) => row.what);
  };
  expect(await auditOf(same)).toEqual(expect.arrayContaining(['account-created', 'login-by-link-same-browser']));
  expect(await auditOf(another)).toContain('login-by-link-other-browser');
});

test('a wrong password and an unknown email address get the same answer from the same statements', async () => {
  const statements: string[] = [];
  const recorded = await openAppForTest({ limits: quickHashing, parts: ({ db }) => ({ db: recordingDb(db, statements) }) });
  await recorded.sweptOnce();
  const anton = await recorded.member({ email: 'anton@example.org' });
  await setPasswordOf(recorded, anton.profileId, 'a long sentence of mine');
  await recorded.member({ email: 'no-password@example.org' });
  const attempt = async (username: string, password: string) => {
    statements.length = 0;
    const answer = await logIn(recorded.visitor(), { username, password });
    return { status: answer.status, bytes: answer.bytes.toString(), statements: [...statements] };
  };
  const wrong = await attempt('anton@example.org', 'a long sentence to guess');
  expect(wrong.status).toBe(401);
  expect(await attempt('nobody@example.org', 'a long sentence to guess')).toEqual(wrong);
  expect(await attempt('no-password@example.org', '')).toEqual(wrong);
  expect((await attempt(' Anton@Example.org', 'a long sentence of mine')).status).toBe(200);
});

test('nobody can log in as a test user or to a deleted account', async () => {
  const tester = await app.member({ email: 'tester@example.org', isTest: true });
  await setPasswordOf(app, tester.profileId, 'a long sentence of mine');
  expect((await logIn(app.visitor(), { username: 'tester@example.org', password: 'a long sentence of mine' })).status).toBe(401);
  await askForLink(app.visitor(), 'tester@example.org');
  expect((await logIn(app.visitor(), await linkTo(app.mail, 'tester@example.org'))).status).toBe(401);

  const gone = await app.member({ email: 'gone@example.org' });
  await setPasswordOf(app, gone.profileId, 'a long sentence of mine');
  await app.world.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', gone.accountId).execute());
  expect((await logIn(app.visitor(), { username: 'gone@example.org', password: 'a long sentence of mine' })).status).toBe(401);
  const again = await signedInByLink(app, 'gone@example.org');
  expect((await again.call(settings.getSettings)).defaultProfileId).not.toBe(gone.profileId);
});

test('ten wrong passwords in 15 minutes limit password logins to one attempt per 30 seconds, but not mailed links', async () => {
  const limited = await openAppForTest({ limits: quickHashing, rates: { loginFailures: serverLimits.rates.loginFailures } });
  const anton = await limited.member({ email: 'anton@example.org' });
  await setPasswordOf(limited, anton.profileId, 'a long sentence of mine');
  const attempt = async (username: string, password = 'wrong') => (await logIn(limited.visitor(), { username, password })).status;
  for (const username of ['anton@example.org', 'nobody@example.org']) {
    const guesses = await Promise.all(Array.from({ length: 14 }, () => attempt(username)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.filter((status) => status === 429)).toHaveLength(4);
  }
  const refused = await logIn(limited.visitor(), { username: 'ANTON@example.org', password: 'a long sentence of mine' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);

  limited.clock.pass(29_999);
  expect(await attempt('anton@example.org')).toBe(429);
  limited.clock.pass(1);
  expect([await attempt('anton@example.org'), await attempt('anton@example.org')]).toEqual([401, 429]);
  limited.clock.pass(30_000);
  expect(await attempt('anton@example.org', 'a long sentence of mine')).toBe(200);
  expect(await attempt('anton@example.org')).toBe(401);

  for (let i = 0; i < 12; i++) await attempt('boris@example.org');
  await signedInByLink(limited, 'boris@example.org');
  limited.clock.pass(15 * minuteMs);
  expect(await Promise.all(Array.from({ length: 10 }, () => attempt('nobody@example.org')))).toEqual(Array(10).fill(401));
});

test('a stranger who has tried wrong passwords does not learn that the owner logs in', async () => {
  const limited = await openAppForTest({ limits: quickHashing, rates: { loginFailures: serverLimits.rates.loginFailures } });
  const password = 'a long sentence of mine';
  const anton = await limited.member({ email: 'anton@example.org' });
  await setPasswordOf(limited, anton.profileId, password);
  const attempt = async (given: string) =>
    (await logIn(limited.visitor(), { username: 'anton@example.org', password: given })).status;
  for (let i = 0; i < 10; i++) expect(await attempt('wrong')).toBe(401);
  const owner = await signedInByLink(limited, 'anton@example.org');
  expect(await attempt('wrong')).toBe(429);
  for (const logsIn of [() => attempt(password), () => owner.call(passkeyLogins.postAuthAgain, { body: { password } })]) {
    limited.clock.pass(30_000);
    await logsIn();
    expect([await attempt('wrong'), await attempt('wrong')]).toEqual([401, 429]);
  }
});

test('an IP address has 25 login attempts in five minutes', async () => {
  const limited = await openAppForTest({ limits: quickHashing, rates: { login: serverLimits.rates.login } });
  const statuses = [];
  for (let i = 0; i < 26; i++)
    statuses.push((await logIn(limited.visitor(), { username: `x${i}@example.org`, password: 'y' })).status);
  expect(statuses).toEqual([...Array<number>(25).fill(401), 429]);
  limited.clock.pass(12_000);
  expect((await logIn(limited.visitor(), { username: 'x@example.org', password: 'y' })).status).toBe(401);
});

test('a cross-site or malformed form gets no session', async () => {
  await askForLink(app.visitor(), 'forms@example.org');
  const pair = await linkTo(app.mail, 'forms@example.org');
  const multipart = (parts: string) => ({
    body: `${parts}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const field = (name: string, value: string, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const good = multipart(field('username', pair.username) + field('password', pair.password));
  const post = async (body: string, headers: Record<string, string>) => {
    const visitor = app.visitor();
    const answer = await visitor.send('POST', '/api/auth', body, headers);
    return [answer.status, visitor.cookies.size];
  };
  expect(await post(good.body, { ...good.headers, origin: 'https://evil.example' })).toEqual([403, 0]);
  expect(await post(good.body, { ...good.headers, origin: 'null' })).toEqual([403, 0]);
  expect(await post('a=b', { 'content-type': 'text/plain' })).toEqual([415, 0]);
  expect(await post('username=a&password=b', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([415, 0]);
  expect(await post(JSON.stringify(pair), { 'content-type': 'application/json' })).toEqual([415, 0]);
  for (const parts of [
    field('username', pair.username, '; filename="a.txt"') + field('password', pair.password),
    field('username', pair.username) + field('username', 'x') + field('password', pair.password),
    field('__proto__', 'x') + field('password', pair.password),
    field('username', 'x'.repeat(5_000)),
  ]) {
    const { body, headers } = multipart(parts);
    expect(await post(body, headers)).toEqual([400, 0]);
  }
  const cutOff = good.body.slice(0, -12);
  expect(await post(cutOff, good.headers)).toEqual([400, 0]);
  expect(await post(multipart(Array.from({ length: 40 }, (_, i) => field(`f${i}`, 'x')).join('')).body, good.headers)).toEqual([
    413, 0,
  ]);
  expect(await post(good.body, good.headers)).toEqual([200, 2]);
});

test('a cross-site request is refused even without an Origin header', async () => {
  const { port } = new URL(app.origin);
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 400],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': site },
      body: '{"email":"x@example.org"}',
    });
    expect(answer.status).toBe(status);
  }
});
