// A member who is blocked without a connection disappears from every screen at once, also after the app was closed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { visit, whenStarted } from './support/visit.ts';
import { goOffline, letWorkerSend, outboxSize, whenWorkerControls } from './support/worker.ts';

const fixture = people();
/** Names that no text of the app contains. Each test has its own, since its members can be seen in the next test. */
type Names = readonly [blocked: string, other: string];
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
const found = (page: Page, names: Names): Promise<string[]> =>
  page.locator('#main').evaluate((main, names) => names.filter((name) => main.outerHTML.includes(name)), names);

async function seeOnEach(page: Page, names: Names, shown: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await visit(page, address);
    await expect.poll(async () => [address, ...(await found(page, names))]).toEqual([address, ...shown]);
  }
}

/** A member without a connection who has seen both members on each screen, and now blocks one. */
async function blockOffline(names: Names, mayWorkerSend: boolean) {
  const [blocked, other] = names;
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
  const page = await fixture.open(ada, '/chat/personal', { hasNotifications: mayWorkerSend });
  if (mayWorkerSend) await page.context().grantPermissions(['background-sync']);
  await page.evaluate((view) => localStorage.setItem('mapViewState', JSON.stringify(view)), {
    lat: 33.45,
    lon: -112.07,
    zoom: 11,
  });
  await page.goto(app.origin);
  await whenWorkerControls(page);
  await whenStarted(page);
  await seeOnEach(page, names, names);

  await visit(page, `/profile/${ben.profileId}`);
  await page.getByRole('heading', { name: blocked }).waitFor();
  await goOffline(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  const query = { likerProfileId: ada.profileId, likedProfileId: ben.profileId };
  const isBlocked = async () => (await ada.call(likes.getProfileLike, { query })).blocked;
  const seeOnlyOther = () => seeOnEach(page, names, [other]);
  return { page, isBlocked, seeOnlyOther };
}

test('a block waits for the connection, but applies on this device at once', async () => {
  const { page, isBlocked, seeOnlyOther } = await blockOffline(['Benedikt', 'Cemal'], false);
  await page.waitForURL(`${fixture.app.origin}/`);
  await seeOnlyOther();
  await page.goto(`${fixture.app.origin}/search/tile`);
  await whenStarted(page);
  await seeOnlyOther();

  await page.context().setOffline(false);
  await expect.poll(isBlocked).toBe(true);
  await seeOnlyOther();
});

test('a member whose block the service worker delivered is not shown at the next start without a connection', async () => {
  const { page, isBlocked, seeOnlyOther } = await blockOffline(['Dietmar', 'Egemen'], true);
  await expect.poll(() => outboxSize(page)).toBe(1);
  await letWorkerSend(page, fixture.app.origin, () => expect.poll(isBlocked).toBe(true));
  await page.goto(`${fixture.app.origin}/search/tile`);
  await whenStarted(page);
  await seeOnlyOther();
});
