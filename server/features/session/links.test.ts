// Opening mailed links: in the browser that asked for them, in another one, and by programs that read mail.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { browserOf, type Answer, type Browser } from '#server/testing/app/browser.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { askForLink, isSignedIn, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ limits: quickHashing });
});
afterAll(() => app.close());

const opened: TestApp[] = [];
const openApp = async (options: Parameters<typeof openTestApp>[0]) => {
  const made = await openTestApp({ ...options, limits: quickHashing });
  opened.push(made);
  return made;
};
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
});

type Pair = Awaited<ReturnType<typeof linkTo>>;

/** The page's own post, with the browser's Sec-Fetch-Site and the page's word on a click. */
const follow = (browser: Browser, pair: Pair, confirmed?: string): Promise<Answer> =>
  browser.form('/api/auth', { ...pair, ...(confirmed === undefined ? {} : { confirmed }) }, { 'sec-fetch-site': 'same-origin' });

async function asked(email: string): Promise<{ asker: Browser; pair: Pair }> {
  const asker = app.visitor();
  await askForLink(asker, email);
  return { asker, pair: await linkTo(app.mail, email) };
}

test('the page signs in by itself in the browser that asked for the link', async () => {
  const { asker, pair } = await asked('same@example.org');
  expect((await follow(asker, pair, 'false')).status).toBe(200);
  expect(await isSignedIn(asker)).toBe(true);
});

test('in another browser the same page needs a click, and the link stays usable for it', async () => {
  const { pair } = await asked('other@example.org');
  const other = app.visitor();
  for (const confirmed of ['false', undefined, '', 'yes', 'TRUE']) {
    const answer = await follow(other, pair, confirmed);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'other-browser' }]);
    expect(await isSignedIn(other)).toBe(false);
  }
  expect((await follow(other, pair, 'true')).status).toBe(200);
  expect(await isSignedIn(other)).toBe(true);
});

test('a link does not accept the mark of another browser, or an invented mark', async () => {
  const [mine, theirs] = [await asked('mine@example.org'), await asked('theirs@example.org')];
  expect((await follow(mine.asker, theirs.pair, 'false')).status).toBe(409);
  const forger = app.visitor();
  for (const mark of ['', 'x'.repeat(22), 'null', theirs.pair.password]) {
    forger.cookies.set('lr', mark);
    expect((await follow(forger, theirs.pair, 'false')).status).toBe(409);
  }
});

test('a browser that asked twice, because the mail was slow, is signed in by the first mail that arrives', async () => {
  const impatient = app.visitor();
  for (let i = 0; i < 2; i++) await askForLink(impatient, 'impatient@example.org');
  const second = await linkTo(app.mail, 'impatient@example.org', 2);
  const first = await linkTo(app.mail, 'impatient@example.org', 1);
  expect((await follow(impatient, first, 'false')).status).toBe(200);
  expect((await follow(impatient, second, 'false')).status).toBe(401);
});

test('only the holder of an unused link is asked for a click', async () => {
  const { asker, pair } = await asked('telling@example.org');
  const wrong = await follow(app.visitor(), { username: 'x'.repeat(16), password: 'y' }, 'false');
  expect(wrong.status).toBe(401);
  const guess = { username: pair.username, password: 'y'.repeat(43) };
  expect((await follow(app.visitor(), guess, 'false')).bytes).toEqual(wrong.bytes);
  await follow(asker, pair, 'false');
  expect((await follow(app.visitor(), pair, 'false')).bytes).toEqual(wrong.bytes);

  const late = await asked('telling-late@example.org');
  app.clock.pass(limits.loginLinkMs);
  expect((await follow(app.visitor(), late.pair, 'false')).bytes).toEqual(wrong.bytes);
});

test('a program that reads mail may open a link fifty times, and run the page that it finds, without spending it', async () => {
  const { asker, pair } = await asked('scanned-often@example.org');
  const token = Buffer.from(`${pair.username}:${pair.password}`).toString('base64url');
  for (let i = 0; i < 50; i++) {
    const program = app.visitor();
    for (const method of ['GET', 'HEAD']) await program.send(method, `/login?token=${token}`);
    expect((await follow(program, pair, 'false')).status).toBe(409);
  }
  expect((await follow(asker, pair, 'false')).status).toBe(200);
});

test('a script logs in with only user name and password, as the contract says', async () => {
  const { pair } = await asked('script@example.org');
  expect((await logIn(app.visitor(), pair)).status).toBe(200);
});

test('the link that confirms a new address waits for a click in every browser', async () => {
  const member = await signedInByLink(app, 'before@example.org');
  await member.call(settings.putSettings, { body: { email: 'after@example.org' } });
  const pair = await linkTo(app.mail, 'after@example.org');
  expect((await follow(member, pair, 'false')).status).toBe(409);
  expect((await member.call(settings.getSettings)).email).toBe('before@example.org');
  expect((await follow(member, pair, 'true')).status).toBe(200);
  expect((await member.call(settings.getSettings)).email).toBe('after@example.org');
});

test('a link is not used up at another brand or at an unknown host', async () => {
  const { asker, pair } = await asked('hosts@example.org');
  const { port } = new URL(app.origin);
  expect((await follow(browserOf(`http://brazen.localhost:${port}`), pair, 'true')).status).toBe(401);
  const evil = await app.visitor().form('/api/auth', { ...pair }, { host: 'evil.example', origin: 'http://evil.example' });
  expect(evil.status).toBe(421);
  expect((await follow(asker, pair, 'false')).status).toBe(200);
});

test('for mail programs that drop fragments, links can have their token in the query', async () => {
  const styled = await openApp({ env: { LINK_STYLE: 'query' } });
  await askForLink(styled.visitor(), 'query@example.org');
  await expect.poll(() => styled.mail.latestTo('query@example.org')?.text).toMatch(/\/login\?token=[\w-]+\n/);
});
