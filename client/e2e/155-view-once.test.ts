// A picture that its recipient can view once: sent, viewed, and gone for both members and on every device.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import type { Member } from '#server/testing/app/members.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { uploadChatPicture } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

/** The browser's own message about a lost connection. */
const fixture = people({ excused: /Failed to load resource/ });

const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const once = 'Photo · view once';
const view = (page: Page) => page.getByRole('log').getByRole('button', { name: once });

async function sendOnce(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add pictures' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await noisyPicture('jpeg', 400, 500) });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'The picture to send' }).waitFor();
  await dialog.getByText('A screenshot can’t be prevented.').waitFor();
  const toggle = dialog.getByRole('switch', { name: 'View once' });
  expect(await toggle.isChecked()).toBe(false);
  await toggle.check();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a view-once picture waits offline, is viewed once, and is then gone for both members on every device', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await fixture.open(anton, conversation(boris));
  await whenWorkerControls(page);
  // Menu and preview are in a file that is loaded when the menu is first opened.
  await page.getByRole('button', { name: 'Add pictures' }).click();
  const choose = page.getByRole('menuitem', { name: 'Choose a picture' });
  await choose.waitFor();
  await page.keyboard.press('Escape');
  await choose.waitFor({ state: 'detached' });
  const other = await fixture.open(boris, conversation(anton));
  await sendOnce(page);
  await page.getByRole('log').getByText(once).waitFor();
  expect(await page.getByRole('log').locator('img').count()).toBe(0);
  expect(await view(page).count()).toBe(0);

  await view(other).waitFor();
  await whenWorkerControls(other);
  await goOffline(other);
  await other.getByText('Viewing it needs a connection.').waitFor();
  expect(await view(other).isDisabled()).toBe(true);
  await other.context().setOffline(false);
  await view(other).click();
  const photo = other.getByRole('dialog', { name: once }).locator('img');
  await expect
    .poll(() => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).catch(() => false))
    .toBe(true);
  await other.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await photo.waitFor({ state: 'detached' });

  await page.getByRole('log').getByText('Opened').waitFor();
  await other.getByRole('log').getByText('Viewed').waitFor();
  const second = await fixture.open(boris, conversation(anton));
  await Promise.all([page.reload(), other.reload()]);
  await page.getByRole('log').getByText('Opened').waitFor();
  for (const device of [other, second]) {
    await device.getByRole('log').getByText('Viewed').waitFor();
    expect(await view(device).count()).toBe(0);
    expect(await device.getByRole('log').locator('img').count()).toBe(0);
  }
  const cached = await other.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(cached.filter((url) => /message-view/.test(url))).toEqual([]);

  await goOffline(page);
  await sendOnce(page);
  await page.getByRole('log').getByText(once).waitFor();
  await page.context().setOffline(false);
  await view(other).waitFor();
  const [newest] = await boris.call(messages.getBetween, { params: { a: anton.profileId, b: boris.profileId }, query: {} });
  expect(newest).toMatchObject({ viewOnce: 'unviewed', profilePicIds: [] });
});

test('a picture whose answer was lost can be viewed after the viewer was closed, even after a reload', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const key = crypto.randomUUID();
  await uploadChatPicture(anton, boris, key, await noisyPicture('jpeg', 400, 500));
  const message = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: '', profilePicIds: [] };
  await anton.call(messages.postMessage, { body: { ...message, chatPicKeys: [key], viewOnce: true } });
  const page = await fixture.open(boris, conversation(anton), { isWithoutWorker: true });
  await page.route('**/api/message-view/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await view(page).click();
  const viewer = page.getByRole('dialog', { name: once });
  await viewer.getByText('The photo could not be loaded.').waitFor();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await viewer.waitFor({ state: 'detached' });
  await page.unrouteAll();
  await page.reload();
  await view(page).click();
  await viewer.locator('img').waitFor();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('log').getByText('Viewed').waitFor();
  expect(await view(page).count()).toBe(0);
});

test('a picture that could not be loaded is not said to be gone, and can be viewed at the next try', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await sendOnce(await fixture.open(anton, conversation(boris)));
  const page = await fixture.open(boris, conversation(anton));
  await view(page).waitFor();
  await page.context().route('**/api/message-view/*', (route) => route.abort(), { times: 1 });
  await view(page).click();
  const viewer = page.getByRole('dialog', { name: once });
  await viewer.getByText('The photo could not be loaded.').waitFor();
  expect(await viewer.getByText('It is gone when you close it.').count()).toBe(0);
  await viewer.getByRole('button', { name: 'Try again' }).click();
  await viewer.locator('img').waitFor();
  await viewer.getByText('It is gone when you close it.').waitFor();
});
