// Edges and widths on wide screens, and what screens show while they load, when they are empty and when they fail.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';

const fixture = people({ excused: /status of 400/ });
const { open } = fixture;

const wide = { width: 1280, height: 800 };
/** On wide screens, content keeps this distance from the edge of the window. */
const edgePx = 48;

async function placed(name: string, lat = 33.45): Promise<Member> {
  const member = await fixture.app.member({ name });
  await reportPosition(member, fixture.app.world.clock.now(), { lat });
  return member;
}

async function openWide(member: Member, path: string): Promise<Page> {
  const page = await open(member, path);
  await page.setViewportSize(wide);
  return page;
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const edgesOf = (part: Locator): Promise<Edges> =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

test('on a wide screen, Home has the map of the area beside the news, and all of it is in the picture', async () => {
  const page = await openWide(await placed('Anna'), '/');
  const area = page.getByRole('link', { name: 'Others see you here' });
  await area.waitFor();
  const [news, map] = [await edgesOf(page.getByRole('region', { name: 'New for you' }).getByRole('list')), await edgesOf(area)];
  expect(map.left).toBeGreaterThan(news.right);
  expect([map.top, map.bottom]).toEqual([news.top, news.bottom]);
  expect(map.right).toBe(wide.width - edgePx);
  // The picture is 640 x 240: a wider frame would cut off the names at its upper and lower edge.
  expect((map.right - map.left) / (map.bottom - map.top)).toBeLessThan(640 / 240);
});

test('on a wide screen, lists of people and games end at the same edge as the header', async () => {
  const page = await openWide(await placed('Anna'), '/likes/profilelikedyou');
  for (const [path, part] of [
    ['/likes/profilelikedyou', page.getByRole('navigation', { name: 'Likes' })],
    ['/games', page.getByRole('list').filter({ hasText: 'GPT Buster' })],
  ] as const) {
    await page.goto(fixture.app.origin + path);
    await part.waitFor();
    expect((await edgesOf(part)).right, path).toBe(wide.width - edgePx);
  }
});

test('the buttons under the swipe card are as wide as the card', async () => {
  const anna = await placed('Anna', -41);
  await placed('Ben', -41);
  const page = await openWide(anna, '/search/swype');
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  const [card, buttons] = [await edgesOf(page.locator('.pile')), await edgesOf(page.locator('.pile-buttons'))];
  expect([buttons.left, buttons.right]).toEqual([card.left, card.right]);
});

test('the header of a conversation shows no name until it is known', async () => {
  const [anna, ben] = [await placed('Anna'), await placed('Ben')];
  const page = await open(anna, '/tos');
  const held: (() => void)[] = [];
  await page.route(
    `**/api/profile/${ben.profileId}*`,
    (route) => new Promise((resolve) => held.push(() => resolve(route.continue()))),
  );
  await page.goto(`${fixture.app.origin}/chat/personal/${ben.profileId}`);
  const heading = page.locator('.conversation-who > h1');
  await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgba(0, 0, 0, 0)');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const answer of held) answer();
  await page.getByRole('heading', { level: 1, name: 'Ben' }).waitFor();
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgba(0, 0, 0, 0)');
});

test('the question for name and birthdate has a button that stands out, and keeps a distance from the screen’s edges', async () => {
  const [nora, anton] = [await fixture.app.member({ name: '', birthdate: null }), await placed('Anton')];
  const page = await open(nora, `/chat/personal/${anton.profileId}`);
  const notice = page.getByRole('note');
  const button = notice.getByRole('button', { name: 'Add them' });
  const colourOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  await button.waitFor();
  expect(await colourOf(button)).not.toBe(await colourOf(notice));
  expect((await edgesOf(notice)).left).toBeGreaterThan((await edgesOf(page.getByRole('main'))).left);
});

test('without notifications the next step is to look around', async () => {
  const page = await open(await placed('Anna'), '/notifications');
  await page.getByText('None', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Look around' }).click();
  await page.waitForURL('**/search/tile');
});

test('a profile that fails to load says so below the home button', async () => {
  const [anna, ben] = [await placed('Anna'), await placed('Ben')];
  const page = await open(anna, '/tos');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(`**/api/profile/${ben.profileId}*`, (route) => route.fulfill({ status: 400, json: { code: 'bad-request' } }));
  await page.goto(`${fixture.app.origin}/profile/${ben.profileId}`);
  await page.getByText('This could not be loaded.').waitFor();
  const home = await edgesOf(page.getByRole('banner').getByRole('link').first());
  expect((await edgesOf(page.locator('.empty-mark'))).top).toBeGreaterThanOrEqual(home.bottom);
});

test('pictures for everyone are not said to be shared with nobody', async () => {
  const anna = await placed('Anna');
  await anna.call(settings.putSettings, { body: { ...(await anna.call(settings.getSettings)), privatePictures: 'granted' } });
  const page = await open(anna, '/profileEdit');
  const access = page.getByRole('region', { name: 'Who sees my private pictures' });
  const nobody = access.getByText('You haven’t shared them with anyone');
  await nobody.waitFor();
  await access.getByLabel('Shown to').selectOption('Everyone');
  await nobody.waitFor({ state: 'detached' });
});

test('a message that may appear in a card takes no space before it does', async () => {
  const anna = await placed('Anna');
  const page = await open(anna, '/profileEdit');
  await page.getByRole('heading', { name: 'Pictures' }).waitFor();
  const [card, lastText] = [
    page.locator('.card', { has: page.getByRole('heading', { name: 'Pictures', exact: true }) }),
    page.getByText('No public pics'),
  ];
  expect((await edgesOf(card)).bottom - (await edgesOf(lastText)).bottom).toBeLessThanOrEqual(21);
});
