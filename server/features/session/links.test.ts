// Opening mailed links in the requesting browser, in another browser, and by programs that scan mail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { browserOf, type Answer, type Browser } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { askForLink, isSignedIn, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

type LinkFields = Awaited<ReturnType<typeof linkTo>>;

/** Posts the link as its page does; `confirmed` says if the member clicked. */
const follow = (browser: Browser, link: LinkFields, confirmed?: string): Promise<Answer> =>
  browser.form('/api/auth', { ...link, ...(confirmed === undefined ? {} : { confirmed }) }, { 'sec-fetch-site': 'same-origin' });

async function requestLink(email: string): Promise<{ requester: Browser; link: LinkFields }> {
  const requester = app.visitor();
  await askForLink(requester, email);
  return { requester, link: await linkTo(app.mail, email) };
}

test('the page signs in without a click in the browser that requested the link', async () => {
  const { requester, link } = await requestLink('same@example.org');
  expect((await follow(requester, link, 'false')).status).toBe(200);
  expect(await isSignedIn(requester)).toBe(true);
});

test('in another browser the page needs a click, and the link stays usable until then', async () => {
  const { link } = await requestLink('other@example.org');
  const other = app.visitor();
  for (const confirmed of ['false', undefined, '', 'yes', 'TRUE']) {
    const answer = await follow(other, link, confirmed);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'other-browser' }]);
    expect(await isSignedIn(other)).toBe(false);
  }
  expect((await follow(other, link, 'true')).status).toBe(200);
  expect(await isSignedIn(other)).toBe(true);
});

test('a link accepts neither the nonce of another browser nor an invented one', async () => {
  const [mine, theirs] = [await requestLink('mine@example.org'), await requestLink('theirs@example.org')];
  expect((await follow(mine.requester, theirs.link, 'false')).status).toBe(409);
  const forger = app.visitor();
  for (const nonce of ['', 'x'.repeat(22), 'null', theirs.link.password]) {
    forger.cookies.set('lr', nonce);
    expect((await follow(forger, theirs.link, 'false')).status).toBe(409);
  }
});

test('a browser that requested two links is signed in by whichever is opened first', async () => {
  const impatient = await signedInByLink(app, 'impatient@example.org');
  for (let i = 0; i < 2; i++) await askForLink(impatient, 'impatient@example.org');
  const second = await linkTo(app.mail, 'impatient@example.org', 3);
  const first = await linkTo(app.mail, 'impatient@example.org', 2);
  expect((await follow(impatient, first, 'false')).status).toBe(200);
  expect((await follow(impatient, second, 'false')).status).toBe(401);
});

test('only somebody with an unused link is asked for a click', async () => {
  const { requester, link } = await requestLink('telling@example.org');
  const wrong = await follow(app.visitor(), { username: 'x'.repeat(16), password: 'y' }, 'false');
  expect(wrong.status).toBe(401);
  const guess = { username: link.username, password: 'y'.repeat(43) };
  expect((await follow(app.visitor(), guess, 'false')).bytes).toEqual(wrong.bytes);
  await follow(requester, link, 'false');
  expect((await follow(app.visitor(), link, 'false')).bytes).toEqual(wrong.bytes);

  const late = await requestLink('telling-late@example.org');
  app.clock.pass(limits.loginLinkMs);
  expect((await follow(app.visitor(), late.link, 'false')).bytes).toEqual(wrong.bytes);
});

test('a program that scans mail can open a link and run its page fifty times without using the link', async () => {
  const { requester, link } = await requestLink('scanned-often@example.org');
  const token = Buffer.from(`${link.username}:${link.password}`).toString('base64url');
  for (let i = 0; i < 50; i++) {
    const scanner = app.visitor();
    for (const method of ['GET', 'HEAD']) await scanner.send(method, `/login?token=${token}`);
    expect((await follow(scanner, link, 'false')).status).toBe(409);
  }
  expect((await follow(requester, link, 'false')).status).toBe(200);
});

test('a script logs in with only username and password', async () => {
  const { link } = await requestLink('script@example.org');
  expect((await logIn(app.visitor(), link)).status).toBe(200);
});

test('the link that confirms a new email address needs a click in every browser', async () => {
  const member = await signedInByLink(app, 'before@example.org');
  await member.call(settings.putSettings, { body: { email: 'after@example.org' } });
  const link = await linkTo(app.mail, 'after@example.org');
  expect((await follow(member, link, 'false')).status).toBe(409);
  expect((await member.call(settings.getSettings)).email).toBe('before@example.org');
  const otherDevice = app.visitor();
  otherDevice.cookies.set('sid', (await signedInByLink(app, 'before@example.org', { nth: 2 })).cookies.get('sid') ?? '');
  const socket = await openSocket(otherDevice);
  expect((await follow(member, link, 'true')).status).toBe(200);
  expect(await socket.until('settings')).toEqual({ type: 'settings' });
  socket.close();
  expect((await member.call(settings.getSettings)).email).toBe('after@example.org');
});

test('a link is not used up at another brand or at an unknown host', async () => {
  const { requester, link } = await requestLink('hosts@example.org');
  const { port } = new URL(app.origin);
  expect((await follow(browserOf(`http://brazen.localhost:${port}`), link, 'true')).status).toBe(401);
  const evil = await app.visitor().form('/api/auth', { ...link }, { host: 'evil.example', origin: 'http://evil.example' });
  expect(evil.status).toBe(421);
  expect((await follow(requester, link, 'false')).status).toBe(200);
});

test('links can have their token in the query, for mail programs that drop fragments', async () => {
  const other = await openAppForTest({ limits: quickHashing, env: { LINK_STYLE: 'query' } });
  await askForLink(other.visitor(), 'query@example.org');
  await expect.poll(() => other.mail.latestTo('query@example.org')?.text).toMatch(/\/login\?token=[\w-]+\n/);
});
