// Two members use one browser one after the other: nothing of the first is shown, sent or kept under the second.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#shared/contract/notifications.ts';
import { keptRows, keptText } from './support/kept-data.ts';
import { giveName, main, place, say, sessionOf, standAt, startLoginServer, type LoginServer } from './support/login-server.ts';
import { openPerson, type Person } from './support/person.ts';
import { until } from './support/server.ts';

let loginServer: LoginServer;
let ben: Awaited<ReturnType<LoginServer['member']>>;
let device: Person;
beforeAll(async () => {
  loginServer = await startLoginServer();
  ben = await loginServer.member('ben@example.org', 'Ben');
  await place(ben, 33.46, -112.1);
  device = await openPerson({ isWithoutSync: true });
  await loginServer.giveAddress(device);
});
afterAll(async () => {
  await device.leave();
  await loginServer.close();
});

const open = (to: string, page: Page = device.page) => page.goto(loginServer.origin + to);
const writes = /\/api\/(message|profile-pic|profile-position\/)/;

/** The method, path and body of every call but GET. */
function watchWrites(): string[] {
  const seen: string[] = [];
  device.context.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/'))
      seen.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });
  return seen;
}

test('after an expired session, another member’s login finds and sends nothing of the previous member, in any tab', async () => {
  await loginServer.register(device, 'ada@example.org');
  const adaId = await giveName(await sessionOf(device, loginServer.origin), 'Adalberta');
  await say(ben, 'for Adalberta alone', adaId);
  await standAt(device, 33.3344556, -112.07);
  await open(`/chat/personal/${ben.profileId}`);
  const { page } = device;
  await page.getByText('for Adalberta alone').filter({ visible: true }).first().waitFor();
  const tab = await device.context.newPage();
  await open('/profile', tab);
  await tab.getByText('Adalberta').filter({ visible: true }).first().waitFor();

  await device.context.route(writes, (route) => route.abort());
  const editor = page.getByRole('textbox', { name: /^Message to/ });
  await editor.fill('unsent by Adalberta');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await editor.fill('a draft of Adalberta');
  await expect.poll(async () => (await keptRows(page, 'outbox')).length).toBe(1);
  for (const one of ['a draft of Adalberta', '33.3344556', adaId])
    await until(`${one} on the device`, async () => (await keptText(page)).includes(one));
  await (await sessionOf(device, loginServer.origin)).send('DELETE', '/api/auth');
  await device.context.unroute(writes);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.waitForURL('**/login');

  const sent = watchWrites();
  const logInAsCleo = async (choice: 'Cancel' | 'Log in and delete it'): Promise<void> => {
    await page.goto(await loginServer.requestLink(device, 'cleo@example.org'));
    const button = page.getByRole('button', { name: choice });
    await until('the question', async () => (await button.isVisible()) || (await pressedLogIn(page)));
    await button.click();
  };
  await logInAsCleo('Cancel');
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
  expect((await keptRows(page, 'outbox')).length).toBe(1);
  await expect.poll(async () => (await page.request.get(`${loginServer.origin}/api/settings`)).status()).toBe(401);
  await logInAsCleo('Log in and delete it');
  await main(device).getByText('You are now logged in as cleo@example.org').waitFor();
  await tab.getByText('You are now logged in as').waitFor();
  const cleo = await sessionOf(device, loginServer.origin);
  const cleoId = await giveName(cleo, 'Cleopatra');

  for (const to of ['/chat/personal', `/chat/personal/${ben.profileId}`, '/notifications', '/profile', '/search/tile', '/'])
    for (const one of [page, tab]) {
      await open(to, one);
      await one.waitForLoadState('networkidle');
      expect([to, /Adalberta/.test(await one.locator('body').innerText())]).toEqual([to, false]);
    }
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await say(ben, 'for Cleopatra', cleoId);
  await open(`/chat/personal/${ben.profileId}`);
  await page.getByText('for Cleopatra').filter({ visible: true }).first().waitFor();

  expect(sent.filter((call) => call.includes(adaId) || /Adalberta|profile-position/.test(call))).toEqual([]);
  const kept = await keptText(page);
  expect([adaId, 'Adalberta', '33.3344556'].filter((one) => kept.includes(one))).toEqual([]);
  // The read mark of Cleopatra is being sent.
  await expect.poll(() => keptRows(page, 'outbox')).toEqual([]);
  const heard = await ben.call(notifications.getNotifications, { params: { profileId: ben.profileId } });
  expect(JSON.stringify(heard)).not.toContain(adaId);
});

/** Returns false, since the page changes after the click. */
async function pressedLogIn(page: Page): Promise<boolean> {
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  if (await button.isVisible().catch(() => false)) await button.click({ timeout: 1_000 }).catch(() => undefined);
  return false;
}
