// Browsers that block scripts, stored data or cookies: the pages with forms say what the member must allow.
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main, startLoginServer, type LoginServer } from './support/login-server.ts';
import type { Person } from './support/person.ts';

const needed =
  'To log in or register, allow this site to use JavaScript, cookies and stored data in the settings of your browser.';

let loginServer: LoginServer;
let person: Person;
beforeAll(async () => {
  loginServer = await startLoginServer();
  person = await loginServer.openPerson({ isWithoutWorker: true });
});
afterAll(async () => {
  await loginServer.closeBrowsers();
  await loginServer.close();
});

async function openIn(context: BrowserContext | undefined, path: string) {
  const page = await context?.newPage();
  if (!page) throw new Error('The browser is closed.');
  await page.goto(loginServer.origin + path, { waitUntil: 'networkidle' });
  return page;
}

const pages = [
  ['/login', true],
  ['/register', true],
  ['/', false],
  ['/tos', false],
] as const;

test.each(pages)('without scripts, %s says what is needed: %s', async (path, isSaid) => {
  const page = await openIn(await person.context.browser()?.newContext({ javaScriptEnabled: false }), path);
  expect(await page.getByText(needed).isVisible()).toBe(isSaid);
});

test.each(pages)('without stored data, %s says what is needed: %s', async (path, isSaid) => {
  const context = await person.context.browser()?.newContext();
  await context?.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(globalThis, name, { get: refuse });
  });
  const page = await openIn(context, path);
  expect(await page.getByText(needed).isVisible()).toBe(isSaid);
});

test('visitors whose browser blocks nothing see no such notice', async () => {
  for (const [path] of pages) {
    await person.page.goto(loginServer.origin + path, { waitUntil: 'networkidle' });
    expect(await person.page.getByText(needed).isVisible()).toBe(false);
  }
});

test('damaged stored data keeps nobody from the form', async () => {
  const context = await person.context.browser()?.newContext();
  await context?.addInitScript(() => localStorage.setItem('theme', '{'));
  const page = await openIn(context, '/login');
  await page.getByLabel('Email').fill('somebody@example.com');
  expect(await page.getByText(needed).isVisible()).toBe(false);
});

test('a login in a browser that refuses the session cookie says what is needed, not that the link is wrong', async () => {
  await person.context.route(/\/api\/auth(\?|$)/, async (route) => {
    const response = await route.fetch();
    await person.context.clearCookies({ name: 'sid' });
    const { 'set-cookie': _cookie, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await person.page.goto(await loginServer.requestLink(person, 'blocked@example.com'));
  await main(person).getByText(needed).waitFor();
});
