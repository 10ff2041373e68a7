// Emailed links: not in the browser's list of visits, stopped by their owner, and sent at once to a known browser.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isAlive, main, startLoginServer, sessionOf, type LoginServer } from './support/login-server.ts';
import type { Person, PersonOptions } from './support/person.ts';
import { until } from './support/server.ts';
import { listedVisits } from './support/traces.ts';

let loginServer: LoginServer;
beforeAll(async () => {
  loginServer = await startLoginServer();
});
afterAll(() => loginServer.close());
afterEach(() => loginServer.closeBrowsers());

const somebody = (options?: PersonOptions) => loginServer.openPerson(options);

async function request({ page }: Person, email: string): Promise<void> {
  await page.goto(`${loginServer.origin}/register`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(email);
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('It works once, for two hours at most.').waitFor();
}

test('the browser lists no emailed link among the visited pages, in its fragment or in its query', async () => {
  const ada = await somebody({ isOnDisk: true });
  await loginServer.register(ada, 'history@example.org');
  const again = await loginServer.askForLinkDirectly('history@example.org');
  await ada.page.goto(again.replace('#', '?'));
  await main(ada).getByRole('button', { name: 'Log in', exact: true }).click();
  await ada.page.getByRole('heading', { name: 'Hello' }).waitFor();
  await ada.page.goto(loginServer.unwantedLinkTo('history@example.org'));
  await main(ada).getByRole('button', { name: 'This was not me' }).waitFor();
  await expect.poll(() => ada.page.url()).toBe(`${loginServer.origin}/unwanted-emails`);
  // Chromium writes its history some seconds late, at the latest when it ends.
  await ada.closeApp();
  const listed = listedVisits(ada.directory ?? '').map((url) => url.replace(loginServer.origin, ''));
  expect(listed).toContain('/register');
  expect(listed).toContain('/unwanted-emails');
  expect(listed.filter((url) => /token|for=/.test(url))).toEqual([]);
});

test('the owner stops emails that others request, gets one in a known browser at once, and allows them again', async () => {
  const email = 'wanted@example.org';
  const [owner, stranger] = [await somebody(), await somebody()];
  await loginServer.register(owner, email);
  const session = await sessionOf(owner, loginServer.origin);
  const unwanted = loginServer.unwantedLinkTo(email);

  await stranger.page.goto(unwanted);
  await main(stranger).getByRole('button', { name: 'This was not me' }).click();
  await main(stranger).getByText('Such emails are stopped for 30 days.').waitFor();
  await request(stranger, email);
  expect(loginServer.mailsTo(email)).toBe(1);

  // The login screen ends the session, but the browser stays known.
  await owner.page.goto(`${loginServer.origin}/login`);
  await until('the end of the session', async () => !(await isAlive(session)));
  await owner.page.goto(await loginServer.requestLink(owner, email));
  await main(owner).getByRole('heading', { name: 'Hello' }).waitFor();
  expect(loginServer.mailsTo(email)).toBe(2);

  await owner.page.goto(`${loginServer.origin}/logout`);
  await owner.page.getByRole('link', { name: 'Login Again' }).waitFor();
  await until('the end of the mark', async () =>
    (await owner.context.cookies(loginServer.origin)).every(({ name }) => name !== 'kb'),
  );
  await request(owner, email);
  expect(loginServer.mailsTo(email)).toBe(2);

  await owner.page.goto(unwanted);
  await main(owner).getByRole('button', { name: 'Allow the emails again' }).click();
  await main(owner).getByText('Anyone can request a link to your address again.').waitFor();
  await stranger.page.goto(await loginServer.requestLink(stranger, email));
  await main(stranger).getByRole('heading', { name: 'Hello' }).waitFor();
});
