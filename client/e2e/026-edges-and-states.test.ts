// Edges and widths on wide screens, and what screens show while they load, when they are empty and when they fail.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { people, stored } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /status of 400/ });
const { open } = fixture;

const wide = { width: 1280, height: 800 };
/** On wide screens, content keeps this distance from the edge of the window. */
const edgePx = 48;

async function placed(name: string, lat = 33.45): Promise<Member> {
  const member = await fixture.app.member({ name });
  await reportPosition(member, fixture.app.world.clock.now(), { lat });
  return member;
}

async function describe(member: Member, description: string): Promise<void> {
  await member.call(profiles.putProfile, { body: { ...(await stored(member)), description } });
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
  expect(map.right).toBeCloseTo(wide.width - edgePx, 1);
  // The picture is drawn for the frame, which is not flatter than the server's default of 640 x 240.
  expect((map.right - map.left) / (map.bottom - map.top)).toBeLessThan(640 / 240);
});

test('on a wide screen, the faces of members nearby on Home take the whole row', async () => {
  const anna = await placed('Anna', -47);
  for (let i = 0; i < 8; i++) await placed(`Near ${i}`, -47);
  const page = await openWide(anna, '/');
  const faces = page.getByRole('region', { name: 'Near you now' }).getByRole('link', { name: /^Near/ });
  await expect.poll(() => faces.count()).toBe(8);
  const [first, last] = [await edgesOf(faces.first()), await edgesOf(faces.last())];
  expect(Math.round(wide.width - last.right)).toBeLessThanOrEqual(edgePx);
  const rail = (await edgesOf(page.getByRole('main'))).left;
  expect(first.left - rail).toBeLessThanOrEqual(edgePx);
  const pictures = page.getByRole('region', { name: 'Near you now' }).locator('.picture');
  const heading = await edgesOf(page.getByRole('heading', { name: 'Near you now' }));
  expect((await edgesOf(pictures.first())).left).toBe(heading.left);
  expect((await edgesOf(pictures.last())).right).toBeCloseTo(wide.width - edgePx, 1);
});

test('on a wide screen, the list beside a map that could not be loaded can be tried again', async () => {
  const anna = await placed('Anna', -51);
  const page = await openWide(anna, '/tos');
  let isRefused = true;
  await page.route('**/api/profile-briefs/by-sector/**', (route) =>
    isRefused ? route.fulfill({ status: 400, json: { code: 'bad-request' } }) : route.fallback(),
  );
  await page.goto(`${fixture.app.origin}/search/map`);
  const list = page.getByRole('complementary', { name: 'In view' });
  const failure = list.getByText('The people here could not be loaded.');
  await failure.waitFor();
  isRefused = false;
  // At once, because the map also tries again by itself, and may have done so by now.
  await list
    .getByRole('button', { name: 'Try again' })
    .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await failure.waitFor({ state: 'detached' });
  await list
    .getByText(/^(\d+ p|Nobody)/)
    .first()
    .waitFor();
});

test('a row of news that could not be loaded can be tried again, and quiet rows say what to do', async () => {
  const anna = await placed('Anna');
  const page = await open(anna, '/tos');
  await page.route('**/api/waiting', (route) => route.fulfill({ status: 400, json: { code: 'bad-request' } }));
  await page.goto(fixture.app.origin);
  const news = page.getByRole('region', { name: 'New for you' });
  for (const text of ['No new messages', 'No new likes', 'This could not be loaded.']) await news.getByText(text).waitFor();
  await page.unroute('**/api/waiting');
  await news.getByRole('button', { name: 'Try again' }).click();
  await news.getByRole('link', { name: 'You’re all caught up' }).waitFor();
  await news.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  await news.getByRole('link', { name: 'No new messages' }).click();
  await page.waitForURL('**/search/tile');
});

test('on a wide screen, the list of games ends at the edge, and the tabs of likes before the bell of the header', async () => {
  const page = await openWide(await placed('Anna'), '/games');
  const games = page.getByRole('list').filter({ hasText: 'GPT Buster' });
  await games.waitFor();
  expect((await edgesOf(games)).right).toBe(wide.width - edgePx);
  await page.goto(`${fixture.app.origin}/likes/profilelikedyou`);
  const tabs = page.getByRole('navigation', { name: 'Likes' });
  await tabs.waitFor();
  const [bell, header] = [
    await edgesOf(page.getByRole('link', { name: 'Notifications' })),
    await edgesOf(page.getByRole('banner')),
  ];
  const { right, top, bottom } = await edgesOf(tabs);
  expect([right < bell.left, top >= header.top, bottom <= header.bottom]).toEqual([true, true, true]);
});

test('on a wide screen, the tabs of likes are as wide as their words, and the points of a game are beside its icon', async () => {
  const page = await openWide(await placed('Anna'), '/likes/profilelikedyou');
  const nav = page.getByRole('navigation', { name: 'Likes' });
  await nav.waitFor();
  const widths = await nav.getByRole('link').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().width));
  const { left, right } = await edgesOf(nav);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThan((right - left) * 0.9);
  await page.goto(`${fixture.app.origin}/games`);
  const game = page.getByRole('link', { name: /^GPT Buster/ });
  await game.waitFor();
  const [icon, points] = [await edgesOf(game.locator('.game-icon')), await edgesOf(game.locator('.game-status'))];
  expect(points.top).toBe(icon.top);
});

test('groups of notifications stand below one another, from edge to edge of their day', async () => {
  const [anna, ben] = [await placed('Anna'), await placed('Ben')];
  await like(ben, anna);
  await write(ben, anna, 'Hello');
  const page = await openWide(anna, '/notifications');
  const groups = page.getByRole('group');
  await groups.nth(1).waitFor();
  const day = await edgesOf(page.getByRole('heading', { level: 2 }).first());
  const lists = [await edgesOf(groups.first().getByRole('list')), await edgesOf(groups.nth(1).getByRole('list'))];
  for (const { left, right } of lists) expect([left, right]).toEqual([day.left, day.right]);
  expect(lists[1]?.top).toBeGreaterThanOrEqual(lists[0]?.bottom ?? Infinity);
});

test('the buttons under the swipe card are as wide as the card', async () => {
  const anna = await placed('Anna', -41);
  await placed('Ben', -41);
  const page = await openWide(anna, '/search/swype');
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  const [card, buttons] = [await edgesOf(page.locator('.pile')), await edgesOf(page.locator('.pile-buttons'))];
  expect([buttons.left, buttons.right]).toEqual([card.left, card.right]);
});

test('on a wide screen, the profile of the top card’s member is beside the card, and changes with each swipe', async () => {
  const [anna, ben] = [await placed('Anna', -43), await placed('Ben', -43.01)];
  await placed('Cem', -43.02);
  await describe(ben, 'Bread, bikes and long walks.');
  const page = await openWide(anna, '/search/swype');
  const about = (name: string) => page.getByRole('region', { name: `About ${name}` });
  await about('Ben').getByText('Bread, bikes and long walks.').waitFor();
  const [card, profile] = [await edgesOf(page.locator('.pile')), await edgesOf(about('Ben'))];
  expect([profile.left > card.right, profile.top]).toEqual([true, card.top]);
  await page.getByRole('button', { name: 'Skip' }).click();
  await about('Cem').getByText('Nothing yet.').waitFor();
  expect(await about('Ben').count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await about('Cem').waitFor({ state: 'detached' });
  await page.setViewportSize(wide);
  const end = page.getByRole('main').getByText("You've reached the end!", { exact: true });
  const skipped = () => page.keyboard.press('ArrowDown').then(() => end.isVisible());
  await expect.poll(skipped).toBe(true);
  const { left, right } = await edgesOf(end);
  const area = await edgesOf(page.locator('.deck'));
  expect(Math.abs(left - area.left - (area.right - right))).toBeLessThan(2);
});

test('on a wide screen, a game that could not be loaded keeps its message together', async () => {
  const page = await openWide(await fixture.app.member({ name: 'Anna' }), '/tos');
  await page.route('**/api/games/cooties', (route) => route.fulfill({ status: 400, json: { code: 'bad-request' } }));
  await page.goto(`${fixture.app.origin}/games/cooties`);
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  // Polled, because a part that is loaded later hides the screen for a moment.
  const sizes = async () => {
    const [button, text] = [await edgesOf(again), await edgesOf(page.getByText('This could not be loaded.'))];
    return { height: button.bottom - button.top, gap: button.top - text.bottom };
  };
  await expect.poll(sizes).toEqual({ height: 44, gap: 16 });
});

test('on phones the swipe card takes the height that its buttons leave', async () => {
  const anna = await placed('Anna', -45);
  await placed('Ben', -45);
  const page = await open(anna, '/search/swype');
  const bottomOf = async (part: Locator) => (await edgesOf(part)).bottom;
  for (const height of [667, 780, 844]) {
    await page.setViewportSize({ width: 390, height });
    await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
    const bar = (await edgesOf(page.getByRole('navigation', { name: 'Main' }))).top;
    const rest = bar - (await bottomOf(page.getByRole('link', { name: 'View Profile / Chat' })));
    expect(rest, `${height} px`).toBeGreaterThan(0);
    expect(rest, `${height} px`).toBeLessThan(32);
  }
});

test('on a wide screen, Find’s bar is in the header, and on phones its buttons are', async () => {
  const page = await openWide(await placed('Anna'), '/tos');
  for (const path of ['/search/map', '/search/tile', '/search/swype', '/search/profile']) {
    await page.setViewportSize(wide);
    await page.goto(fixture.app.origin + path);
    const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications' });
    const filters = page.getByRole('button', { name: 'Filters' });
    await filters.waitFor();
    const middleOf = async (part: Locator) => {
      const { top, bottom } = await edgesOf(part);
      return (top + bottom) / 2;
    };
    const inHeader = await middleOf(bell);
    expect([await middleOf(page.getByRole('navigation', { name: 'Find' })), await middleOf(filters)], path).toEqual([
      inHeader,
      inHeader,
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => middleOf(filters), { message: path }).toBe(await middleOf(bell));
    expect((await edgesOf(page.getByRole('navigation', { name: 'Find' }))).top).toBeGreaterThan((await edgesOf(bell)).bottom);
    expect((await edgesOf(page.getByRole('button', { name: 'Places' }))).right).toBeLessThanOrEqual((await edgesOf(bell)).left);
  }
});

test('offline on a phone, the words in the header leave room for Find’s buttons, and the bar covers none of the deck', async () => {
  await placed('Uma');
  const page = await open(await placed('Udo'), '/search/swype');
  await page.setViewportSize({ width: 390, height: 844 });
  const profileLink = page.getByRole('link', { name: 'View Profile / Chat' });
  await profileLink.waitFor();
  await page.context().setOffline(true);
  const words = page.getByRole('banner').locator('.offline');
  await words.getByText(/^Offline/).waitFor();
  expect((await edgesOf(words)).right).toBeLessThanOrEqual((await edgesOf(page.getByRole('button', { name: 'Filters' }))).left);
  await page.getByText(/^As of/).waitFor();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect.poll(async () => (await edgesOf(profileLink)).bottom - (await edgesOf(bar)).top).toBeLessThanOrEqual(0);
  await page.context().setOffline(false);
});

test('the logout says what becomes of the device, in the middle of the screen', async () => {
  const page = await openWide(await placed('Anna'), '/logout');
  const words = page.getByRole('status').filter({ hasText: 'You are being logged out.' });
  await words.getByText('Nothing of yours is left on this device.').waitFor();
  const [again, area] = [await edgesOf(words.getByRole('link', { name: 'Login Again' })), await edgesOf(words)];
  expect(Math.abs(again.left - area.left - (area.right - again.right))).toBeLessThan(2);
  await words.getByRole('link', { name: 'Login Again' }).click();
  await page.waitForURL('**/login');
});

test('messages alone on a screen begin at one height', async () => {
  const page = await open(await placed('Anna'), '/sorry');
  const tops: number[] = [];
  for (const path of ['/sorry', '/no/such/page', '/logout']) {
    await page.goto(fixture.app.origin + path, { waitUntil: 'networkidle' });
    tops.push((await edgesOf(page.getByRole('main').locator('.empty-mark'))).top);
  }
  expect(new Set(tops).size, tops.join(', ')).toBe(1);
});

test('the switch for debug mode is beside the middle of its name', async () => {
  const page = await open(await placed('Anna'), '/support');
  const apart = await page.locator('.version-panel .choice').evaluate((choice) => {
    const [name = 0, box = 0] = [...choice.children].map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    return Math.abs(name - box);
  });
  expect(apart).toBeLessThan(2);
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
  const home = page.getByRole('banner').getByRole('link').first();
  const between = async () => (await edgesOf(page.locator('.empty-mark'))).top - (await edgesOf(home)).bottom;
  await expect.poll(between).toBeGreaterThanOrEqual(0);
});

test('private pictures that everyone may see are not called shared with nobody', async () => {
  const anna = await placed('Anna');
  await anna.call(settings.putSettings, { body: { ...(await anna.call(settings.getSettings)), privatePictures: 'granted' } });
  const page = await open(anna, '/profileEdit');
  const access = page.getByRole('region', { name: 'Who sees my private pictures' });
  const nobody = access.getByText('You haven’t shared them with anyone');
  await nobody.waitFor();
  await access.getByLabel('Shown to').selectOption('Everyone');
  await nobody.waitFor({ state: 'detached' });
});

test('on a profile without name and picture, the person stands in the middle that the motif frames', async () => {
  const page = await open(await fixture.app.member({ name: '', birthdate: null }), '/profile');
  await page.setViewportSize({ width: 390, height: 844 });
  const person = page.locator('.portrait-nobody > .icon');
  await person.waitFor();
  const [figure, room] = [await edgesOf(person), await edgesOf(page.locator('.portrait-nobody'))];
  const motif = await page.locator('.portrait-nobody').evaluate((around) => {
    const { blockSize } = getComputedStyle(around, '::before');
    const { paddingBlockEnd } = getComputedStyle(around);
    return { size: parseFloat(blockSize), below: parseFloat(paddingBlockEnd) };
  });
  const top = (room.top + room.bottom - motif.below - motif.size) / 2;
  expect((figure.top + figure.bottom) / 2).toBeCloseTo(top + 0.6 * motif.size, -1);
  expect(figure.right - figure.left).toBeLessThan(motif.size / 3);
});

test('a message that may appear in a card takes no space before it appears', async () => {
  const anna = await placed('Anna');
  const page = await open(anna, '/profileEdit');
  await page.getByRole('heading', { name: 'Pictures', exact: true }).waitFor();
  const [card, lastText] = [
    page.locator('.card', { has: page.getByRole('heading', { name: 'Pictures', exact: true }) }),
    page.getByText('No public pics'),
  ];
  expect((await edgesOf(card)).bottom - (await edgesOf(lastText)).bottom).toBeLessThanOrEqual(21);
});
