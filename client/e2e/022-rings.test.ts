// Whatever the Tab key reaches has a ring that can be seen, also on pictures.
import { expect, test } from 'vitest';
import { settle } from '#scripts/screens/states.ts';
import { desktop, openDemo, pagesOf } from './support/demo.ts';
import { hasVisibleRing } from './support/focus-ring.ts';

const demo = openDemo();
const newPage = pagesOf(demo);
const maxStops = 30;

test.each([
  '/',
  '/search/map',
  '/search/tile',
  '/search/swype',
  '/search/profile',
  '/profile/{profileId}',
  '/chat/personal/{profileId}',
  '/likes/profilelikedyourpics',
  '/notifications',
  '/games/leaderboard',
  '/settings',
])('every stop of the Tab key on %s has a ring that is seen', async (path) => {
  const page = await newPage('filled', desktop);
  await page.goto(demo.server.origin + demo.server.addressOf(path));
  await settle(page, 'filled');
  const unseen: string[] = [];
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: focused } = document;
      return focused === null || focused === document.body
        ? null
        : (focused.ariaLabel ?? focused.textContent ?? '') || focused.className;
    });
    if (name === null) break;
    if (!(await hasVisibleRing(page))) unseen.push(name.trim());
  }
  await page.close();
  expect(unseen).toEqual([]);
});
