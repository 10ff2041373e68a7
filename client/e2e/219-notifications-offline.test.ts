// Notifications on a device that opens the app without a connection: none is said to be gone, and those in the tray stay.
import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

const fixture = people();
let anton: Member;
beforeAll(async () => {
  anton = await fixture.app.member({ name: 'Anton' });
});

async function openOffline() {
  const page = await fixture.open(anton, '/notifications', { hasNotifications: true });
  await whenWorkerControls(page);
  await page.getByText('New likes and messages show up here.').waitFor();
  await goOffline(page);
  return page;
}

test('a notification that is opened without a connection is not said to be gone', async () => {
  const page = await openOffline();
  await page.goto(`${fixture.app.origin}/notifications/open/${crypto.randomUUID()}`);
  await page.waitForURL(({ pathname }) => pathname === '/notifications');
  const said = page.getByText(/no longer here|when you are back online/).first();
  expect(await said.innerText()).toBe('You are offline. This will load when you are back online.');
});

test('a notification that came before the connection was lost stays in the tray until the list is read again', async () => {
  const page = await openOffline();
  const left = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length);
  await page.evaluate(async () => {
    const path = `/notifications/open/${crypto.randomUUID()}`;
    await (await navigator.serviceWorker.ready).showNotification('New', { data: { path, shownMs: Date.now() - 60_000 } });
  });
  // Without a connection, the page shows the device's own list.
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByText('New likes and messages show up here.').waitFor();
  expect(await left()).toBe(1);
  await page.context().setOffline(false);
  await expect.poll(left).toBe(0);
});
