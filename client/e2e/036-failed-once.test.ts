// However many calls of a screen have failed, one message says so, and one button tries all of them again.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openIn } from '#scripts/screens/states.ts';
import { desktop, openDemo, phone } from './support/demo.ts';

const demo = openDemo(2);

/** On each of these screens several calls fail, or several parts depend on one call. */
const screens = [
  { viewport: phone, paths: ['/', '/search/tile', '/likes/profilelikedyou', '/notifications'] },
  { viewport: desktop, paths: ['/', '/chat/personal/{profileId}', '/games/leaderboard', '/settings'] },
] as const;

interface Said {
  readonly messages: string[];
  readonly buttons: number;
}

/** Runs in the page: what can be seen of a failure. */
function readSaid(): Said {
  const isSeen = (element: Element | null): boolean =>
    element !== null &&
    element.closest('.visually-hidden') === null &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const messages: string[] = [];
  let buttons = 0;
  while (texts.nextNode()) {
    const { textContent: text, parentElement } = texts.currentNode;
    if (text === null || !isSeen(parentElement)) continue;
    if (text === 'Try again') buttons += 1;
    else if (/be loaded|having trouble/.test(text)) messages.push(text);
  }
  return { messages, buttons };
}

const saidOn = (page: Page): Promise<Said> => page.evaluate(readSaid);

const trouble = 'Sorry this app is having trouble communicating with the server.';

test.each(screens)('a failed screen says so once on a $viewport.name, and has one button to try again', async (screen) => {
  const { viewport, paths } = screen;
  const context = await openIn(demo.browser, 'failed', viewport, demo.server, viewport === phone ? 0 : 1);
  const page = await context.newPage();
  const wrong: unknown[] = [];
  for (const path of paths) {
    await page.goto(demo.server.origin + demo.server.addressOf(path));
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    const said = await saidOn(page);
    if (said.buttons !== 1 || said.messages.join() !== trouble) wrong.push([path, said]);
  }
  expect(wrong).toEqual([]);
  // Once the header's message has gone, the screen says it itself.
  await expect.poll(() => saidOn(page)).toEqual({ messages: ['This could not be loaded.'], buttons: 1 });
  await context.close();
});

test('one button loads all parts of a screen that have failed', async () => {
  const context = await openIn(demo.browser, 'failed', desktop, demo.server, 1);
  const page = await context.newPage();
  await page.goto(demo.server.origin + demo.server.addressOf('/chat/personal/{profileId}'));
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.chat-list').getByRole('listitem').first().waitFor();
  await page.getByRole('log').getByRole('listitem').first().waitFor();
  await context.close();
});

test('on a phone, a message below the switch of Find does not touch it', async () => {
  const context = await openIn(demo.browser, 'failed', phone, demo.server, 0);
  const page = await context.newPage();
  await page.goto(`${demo.server.origin}/search/swype`);
  const message = await page.getByText(trouble).boundingBox();
  const tabs = await page.locator('.find-tabs').boundingBox();
  expect((message?.y ?? 0) - (tabs?.y ?? Infinity) - (tabs?.height ?? 0)).toBe(8);
  await context.close();
});
