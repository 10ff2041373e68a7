// The list of conversations: the row of the area chat, the filter for unread messages, and in wide windows the frame around it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openIn, type Viewport } from '#scripts/screens/states.ts';
import { desktop, openDemo, phone } from './support/demo.ts';

const demo = openDemo(1);

async function open(path: string, viewport: Viewport): Promise<Page> {
  const context = await openIn(demo.browser, 'filled', viewport, demo.server, 0);
  const page = await context.newPage();
  await page.goto(demo.server.origin + demo.server.addressOf(path));
  return page;
}

const rows = (page: Page) => page.locator('.chat-rows > li');
const filter = (page: Page) => page.getByRole('button', { name: 'Unread', exact: true });

test('in a wide window, home button and bell stay where they are when the member switches chats', async () => {
  const page = await open('/chat/broadcast', desktop);
  const places = () =>
    Promise.all([
      page.getByRole('link', { name: /, home$/ }).boundingBox(),
      page.getByRole('link', { name: /^Notifications/ }).boundingBox(),
    ]);
  await page.locator('.broadcast').first().waitFor();
  const before = await places();
  for (const path of ['/chat/personal', '/chat/personal/{profileId}']) {
    await page.goto(demo.server.origin + demo.server.addressOf(path));
    await rows(page).first().waitFor();
    const now = await places();
    expect(
      now.map((box) => [box?.x, (box?.y ?? 0) + (box?.height ?? 0) / 2]),
      path,
    ).toEqual(before.map((box) => [box?.x, (box?.y ?? 0) + (box?.height ?? 0) / 2]));
  }
  await page.context().close();
});

test('in a wide window, the first row is the area chat, with its newest message once it is known', async () => {
  const page = await open('/chat/personal', desktop);
  const area = page.locator('.chat-list').getByRole('link', { name: 'Broadcast Messages' });
  await area.getByText('Messages in your area').waitFor();
  await area.click();
  const newest = (await page.locator('.broadcast .bubble-text').first().textContent()) ?? '';
  await page.goBack();
  await rows(page).first().waitFor();
  await area.getByText(newest).waitFor();
  expect(await area.count()).toBe(1);
  await page.context().close();
});

test('the filter, on a phone below the search, shows the conversations with unread messages alone; the list does not move when one is opened', async () => {
  for (const viewport of [desktop, phone]) {
    const page = await open('/chat/personal', viewport);
    await rows(page).first().waitFor();
    const [all, unread] = [await rows(page).count(), await page.locator('.chat-row-unread').count()];
    expect(unread).toBeGreaterThan(0);
    expect(unread).toBeLessThan(all);
    if (viewport === phone) {
      expect(await filter(page).count()).toBe(0);
      await page.getByRole('button', { name: 'Search your messages' }).click();
    }
    await filter(page).click();
    expect(await rows(page).count()).toBe(unread);
    expect(await page.locator('.chat-row-unread').count()).toBe(unread);
    await filter(page).click();
    expect(await rows(page).count()).toBe(all);
    if (viewport === desktop) {
      const topOf = async () => (await rows(page).first().boundingBox())?.y;
      const top = await topOf();
      await rows(page).first().getByRole('link').click();
      await page.locator('.log .bubble').first().waitFor();
      expect(await topOf()).toBe(top);
    }
    await page.context().close();
  }
});
