// A member who is blocked without a connection disappears from every screen at once, also after the app was closed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { visit } from './support/visit.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

const fixture = people();
/** Their names stand in no text of the app. */
const [blocked, other] = ['Benedikt', 'Cemal'];
const addresses = [
  '/',
  '/search/tile',
  '/search/profile',
  '/search/map',
  '/chat/personal',
  '/chat/broadcast',
  '/notifications',
  '/likes/profilelikedyou',
];

/** Who can be found in the main part of the screen, also by screen readers. */
const found = (page: Page): Promise<string[]> =>
  page.locator('#main').evaluate((main, names) => names.filter((name) => main.outerHTML.includes(name)), [blocked, other]);

async function seeOnEach(page: Page, names: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await visit(page, address);
    await expect.poll(async () => [address, ...(await found(page))]).toEqual([address, ...names]);
  }
}

test('a block waits for the connection, but not on this device', async () => {
  const { app } = fixture;
  const [ada, ben, cem] = [
    await app.member({ name: 'Ada' }),
    await app.member({ name: blocked }),
    await app.member({ name: other }),
  ];
  for (const member of [ada, ben, cem]) await reportPosition(member, app.world.clock.now());
  for (const member of [ben, cem]) {
    await like(member, ada);
    await write(member, ada, 'Hello');
    await broadcast(member, 'Hello everybody');
  }
  const page = await fixture.open(ada, '/chat/personal');
  await page.evaluate((view) => localStorage.setItem('mapViewState', JSON.stringify(view)), {
    lat: 33.45,
    lon: -112.07,
    zoom: 11,
  });
  await page.goto(app.origin);
  await whenWorkerControls(page);
  await seeOnEach(page, [blocked, other]);

  await visit(page, `/profile/${ben.profileId}`);
  await page.getByRole('heading', { name: blocked }).waitFor();
  await goOffline(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await page.waitForURL(`${app.origin}/`);
  await seeOnEach(page, [other]);
  await page.goto(`${app.origin}/search/tile`);
  await seeOnEach(page, [other]);

  await page.context().setOffline(false);
  const query = { likerProfileId: ada.profileId, likedProfileId: ben.profileId };
  await expect.poll(async () => (await ada.call(likes.getProfileLike, { query })).blocked).toBe(true);
  await seeOnEach(page, [other]);
});
