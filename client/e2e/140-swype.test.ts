// The swipe deck: likes by touch, button and key, undo, further rounds, offline use, and its stored data.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import type { LikeType } from '#shared/rules/likes.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { desktop, openPerson, phone, type Person } from './support/person.ts';
import { keptRows } from './support/kept-data.ts';
import { reloadAfterDialog } from './support/reload.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

let app: TestApp;
const people: Person[] = [];
const scaling = pictureScaling();

beforeAll(async () => {
  app = await openTestApp({ distDir: join(import.meta.dirname, '../../dist'), parts: { pictureScaling: scaling } });
});
afterEach(async () => {
  const complaints = people.flatMap((person) => person.complaints);
  await Promise.all(people.splice(0).map((person) => person.leave()));
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await app.close();
  scaling.close();
});

/** Opens a browser with the member logged in, on the deck by default. */
async function openDeck(member: Member, path = '/search/swype'): Promise<Page> {
  const person = await openPerson();
  people.push(person);
  const { context, page } = person;
  await context.addCookies([{ name: 'sid', value: member.cookies.get('sid') ?? '', url: app.origin }]);
  const record = JSON.stringify({ profileId: member.profileId, roles: ['USER'] });
  await context.addInitScript((stored) => localStorage.setItem('session', stored), record);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(app.origin + path);
  return page;
}

/** Each test has its own area. */
let areaLat = -20;
const nextArea = () => (areaLat += 4);

async function place(member: Member, lat: number): Promise<void> {
  const body = { profileId: member.profileId, use: 'OVERRIDE', overrideLat: lat, overrideLon: 12.5, hide: false } as const;
  const tsEffectiveUntil = app.clock.now() + 20 * hourMs;
  await member.call(positions.putPosition, { params: { profileId: member.profileId }, body: { ...body, tsEffectiveUntil } });
}

/** A member, and others at growing distances. */
async function membersAround(names: readonly string[]): Promise<[viewer: Member, ...others: Member[]]> {
  const lat = nextArea() + 0.2;
  const viewer = await app.member({ name: 'Anton' });
  await place(viewer, lat);
  const others: Member[] = [];
  for (const [index, name] of names.entries()) {
    const other = await app.member({ name });
    await place(other, lat + (index + 1) * 0.02);
    others.push(other);
  }
  return [viewer, ...others];
}

async function given(liker: Member, liked: Member | undefined): Promise<LikeType> {
  const query = { likerProfileId: liker.profileId, likedProfileId: liked?.profileId ?? '' };
  return (await liker.call(likes.getProfileLike, { query })).likeType;
}

const card = (page: Page): Locator => page.locator('.swipe-card');
const topIs = (page: Page, name: string): Promise<void> => card(page).getByRole('heading', { name }).waitFor();
const endText = (page: Page): Promise<void> =>
  page.getByRole('main').getByText("You've reached the end!", { exact: true }).waitFor();
const isSaid = (page: Page, words: RegExp) =>
  expect.poll(async () => (await page.locator('.stack > [role=status]').allInnerTexts()).join(' ')).toMatch(words);

const boxOf = async (element: Locator) =>
  (await element.boundingBox()) ?? Promise.reject(new Error('The element is on no screen.'));

/** Returns its id. The profile does not show it yet. */
async function uploadPicture(member: Member): Promise<string> {
  const bytes = await sharp({ create: { width: 80, height: 100, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
  const fields = { authorProfileId: member.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } };
  return String(Reflect.get(Object((await member.form('/api/profile-pic', fields)).body), 'id'));
}

/** The persisted queries as text. */
async function persistedQueries(page: Page): Promise<string> {
  const lists = await keptRows<{ id: string; value: unknown }>(page, 'lists');
  return String(lists.find(({ id }) => id === 'queries')?.value);
}

/** A touch that starts in the middle of the card. */
async function drag(page: Page, right: number, down: number): Promise<void> {
  const box = await card(page).boundingBox();
  if (box === null) throw new Error('No card is on the screen.');
  const client = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: box.x + box.width / 2 + right * part, y: box.y + box.height / 2 + down * part }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 6; step++)
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 6) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

it('members are shown nearest first, and each swipe is stored; only skipped members return', async () => {
  const [anton, ben, cem, dan, eli] = await membersAround(['Ben', 'Cem', 'Dan', 'Eli']);
  app.clock.pass(hourMs);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await card(page)
    .getByRole('heading', { name: /^Ben, \d\d$/ })
    .waitFor();
  await card(page)
    .getByText(/^[\d.,]+ (mi|km|ft|m) · Here (within the hour|1 hour ago|2 hours ago)$/)
    .waitFor();
  // Swiping up is not an answer, and the card springs back.
  await drag(page, 0, -200);
  await page.keyboard.press('ArrowUp');
  await topIs(page, 'Ben');
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Cem');
  await isSaid(page, /^Liked Ben\. Next: Cem, \d\d\.$/);
  await page.getByRole('button', { name: 'Dislike' }).click();
  await topIs(page, 'Dan');
  await drag(page, 10, 220);
  await topIs(page, 'Eli');
  await drag(page, 180, 10);
  await endText(page);
  const answers = () => Promise.all([ben, cem, dan, eli].map((other) => given(anton, other)));
  await expect.poll(answers).toEqual(['LIKE', 'DISLIKE', 'UNDETERMINED', 'LIKE']);

  await page.getByRole('button', { name: 'Show skipped people again' }).click();
  await topIs(page, 'Dan');
  await page.reload();
  await topIs(page, 'Dan');
  await page.getByRole('button', { name: 'Dislike' }).click();
  await endText(page);
});

it('the last swipe can be undone, also on the server', async () => {
  const [anton, ben, cem] = await membersAround(['Ben', 'Cem']);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await card(page).getByText('Online now').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Cem');
  await expect.poll(() => given(anton, ben)).toBe('LIKE');
  await expect.poll(() => persistedQueries(page)).not.toMatch(/"Ben"/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await topIs(page, 'Ben');
  await isSaid(page, /^Undone: Ben, \d\d\.$/);
  await expect.poll(() => given(anton, ben)).toBe('UNDETERMINED');
  await expect.poll(() => persistedQueries(page)).toMatch(/"Ben"/);
  await page.reload();
  await topIs(page, 'Ben');
  await page.keyboard.press('ArrowLeft');
  await topIs(page, 'Cem');
  await page.keyboard.press('ArrowDown');
  await endText(page);
  await page.keyboard.press('Backspace');
  await topIs(page, 'Cem');
  await expect.poll(() => given(anton, ben)).toBe('DISLIKE');
  expect(await given(anton, cem)).toBe('UNDETERMINED');
});

it('a button opens the profile, and a member liked there is not in the deck after going back', async () => {
  const [anton, ben, cem] = await membersAround(['Ben', 'Cem', 'Dan']);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await page.keyboard.press('ArrowDown');
  await topIs(page, 'Cem');
  await page.getByRole('link', { name: 'View Profile / Chat' }).click();
  await page.waitForURL(`**/profile/${cem?.profileId}`);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await page.goBack();
  await topIs(page, 'Dan');
  expect(await given(anton, ben)).toBe('UNDETERMINED');
  await page.keyboard.press('ArrowRight');
  await endText(page);
});

it('with a filter the deck has only members who match it, and without it all others', async () => {
  const [anton] = await membersAround(['Ben']);
  const cem = await app.member({ name: 'Cem', characteristics: ['bear'] });
  await place(cem, areaLat + 0.26);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Bear' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Show 1' }).click();
  await topIs(page, 'Cem');
  await reloadAfterDialog(page);
  await topIs(page, 'Cem');
  await page.keyboard.press('ArrowRight');
  await endText(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await topIs(page, 'Ben');
  await page.keyboard.press('ArrowRight');
  await endText(page);
});

it('a member who blocks disappears from the deck immediately', async () => {
  const [anton, ben] = await membersAround(['Ben', 'Cem']);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await whenWorkerReady(page);
  await ben?.call(likes.putProfileLike, {
    body: { likerProfileId: ben.profileId, likedProfileId: anton.profileId, blocked: true },
  });
  await topIs(page, 'Cem');
});

it('the pictures of the next two cards load in advance', async () => {
  const [anton, ...others] = await membersAround(['Ben', 'Cem', 'Dan', 'Eli']);
  const shown: string[] = [];
  for (const other of others) {
    const id = await uploadPicture(other);
    await other.call(profiles.putProfile, { body: { id: other.profileId, profilePicIds: [id] } });
    shown.push(id);
  }
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  const loaded = () =>
    page
      .locator('.deck-pile img')
      .evaluateAll((images) =>
        images.map((image) =>
          image instanceof HTMLImageElement && image.complete ? (/profile-pic\/([\w-]+)/.exec(image.src)?.[1] ?? '') : '',
        ),
      );
  await expect.poll(async () => (await loaded()).toSorted()).toEqual(shown.slice(0, 3).toSorted());
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Cem');
  await expect.poll(async () => (await loaded()).toSorted()).toEqual(shown.slice(1).toSorted());
});

it('a card says how many pictures there are, and shows only traits that bystanders may read', async () => {
  const [anton, ben, cem, dan] = await membersAround(['Ben', 'Cem', 'Dan']);
  const characteristics = ['bar', 'bottom', 'hiv+', 'transgender', 'bdsm', 'travel', 'kink'];
  for (const member of [ben, cem])
    if (member) await member.call(profiles.putProfile, { body: { id: member.profileId, characteristics } });
  for (const [member, count] of [[ben, 2] as const, [dan, 13] as const]) {
    const profilePicIds: string[] = [];
    while (member && profilePicIds.length < count) profilePicIds.push(await uploadPicture(member));
    await member?.call(profiles.putProfile, { body: { id: member.profileId, profilePicIds } });
  }
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await card(page).getByText('2 pictures').waitFor();
  const bars = await card(page)
    .locator('.deck-count > i')
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON()));
  const face = await boxOf(card(page));
  expect(bars.map(({ y, height }) => [y - face.y, height])).toEqual([
    [8, 4],
    [8, 4],
  ]);
  expect(bars[0].x + bars[1].right).toBeCloseTo(2 * face.x + face.width, 0);
  await card(page).getByText('Travel · Bar', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await topIs(page, 'Cem');
  expect(await card(page).getByRole('listitem').allInnerTexts()).toEqual(['Travel', 'Bar']);
  expect(await card(page).getByText('pictures').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await card(page).getByText('13 pictures').waitFor();
  expect(await card(page).locator('.deck-count > i').count()).toBe(12);
});

it('beside the card, further pictures are a row that is whole in the window, and each opens the viewer', async () => {
  const [anton, ben] = await membersAround(['Ben']);
  if (ben === undefined) return;
  const profilePicIds = [await uploadPicture(ben), await uploadPicture(ben), await uploadPicture(ben)];
  await ben.call(profiles.putProfile, { body: { id: ben.profileId, profilePicIds, description: 'Long walks. '.repeat(20) } });
  const page = await openDeck(anton);
  await page.setViewportSize(desktop);
  await topIs(page, 'Ben');
  const further = page.locator('.deck-profile').getByRole('link');
  await expect.poll(() => further.count()).toBe(2);
  const [first, last] = [await boxOf(further.first()), await boxOf(further.last())];
  expect([first.y, last.y + last.height <= desktop.height, last.width]).toEqual([last.y, true, 120]);
  await page.getByRole('link', { name: 'Picture 3 of 3: larger' }).click();
  await page.getByText('3 of 3', { exact: true }).waitFor();
});

it('the card of a member without a picture shows their own words between the initial and the name', async () => {
  const [anton, ben] = await membersAround(['Ben']);
  const description = 'Quiet at first. It passes. Leather on Saturdays, library on Sundays. '.repeat(6);
  await ben?.call(profiles.putProfile, { body: { id: ben.profileId, description } });
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  const words = card(page).getByText('library on Sundays');
  for (const size of [phone, { width: 360, height: 640 }, { width: 320, height: 568 }]) {
    await page.setViewportSize(size);
    const [initial, name] = [await boxOf(card(page).locator('.picture > span')), await boxOf(card(page).getByRole('heading'))];
    const own = await words.boundingBox();
    expect(initial.height).toBeLessThan(0.3 * size.width);
    expect(initial.y + initial.height).toBeLessThanOrEqual(own?.y ?? name.y);
    if (own !== null) expect(own.y + own.height).toBeLessThanOrEqual(name.y);
    expect(own !== null || size !== phone).toBe(true);
  }
  // On a desktop the words are beside the card.
  await page.setViewportSize(desktop);
  await page.locator('.deck-profile').getByText('library on Sundays').waitFor();
  expect(await words.count()).toBe(0);
});

it('a deck of more than one page is shown to its end, each card once', async () => {
  const names = Array.from({ length: 34 }, (_, number) => `M${String(number).padStart(2, '0')}`);
  const [anton] = await membersAround(names);
  const page = await openDeck(anton);
  for (const [index, name] of names.entries()) {
    await topIs(page, name);
    await page.keyboard.press(index % 3 === 0 ? 'ArrowDown' : 'ArrowLeft');
  }
  await endText(page);
});

it('offline, loaded cards can be swiped, likes wait on the device, and undo works', async () => {
  const [anton, ben, cem, dan] = await membersAround(['Ben', 'Cem', 'Dan']);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await whenWorkerReady(page);
  // The deck is cached some seconds after it was loaded.
  await expect.poll(() => persistedQueries(page)).toMatch(/Ben.*"deck"/);
  await goOffline(page);
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Cem');
  await page.getByText(/^As of /).waitFor();
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Dan');
  await page.keyboard.press('Backspace');
  await topIs(page, 'Cem');
  await page.keyboard.press('ArrowLeft');
  await topIs(page, 'Dan');
  await page.reload();
  await topIs(page, 'Dan');
  expect(await given(anton, ben)).toBe('UNDETERMINED');
  await page.context().setOffline(false);
  await expect
    .poll(() => Promise.all([ben, cem, dan].map((other) => given(anton, other))))
    .toEqual(['LIKE', 'DISLIKE', 'UNDETERMINED']);
  await topIs(page, 'Dan');
});

it('undo in the moment in which the next card appears takes back the last swipe, not the one before', async () => {
  const [anton, ben, cem] = await membersAround(['Ben', 'Cem', 'Dan']);
  const page = await openDeck(anton);
  await topIs(page, 'Ben');
  await page.keyboard.press('ArrowRight');
  await topIs(page, 'Cem');
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.swipe-card :is(h1, h2, h3)')?.textContent?.includes('Dan') !== true) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^Undone: Cem/).waitFor({ state: 'attached' });
  await topIs(page, 'Cem');
  await expect.poll(() => Promise.all([ben, cem].map((other) => given(anton, other)))).toEqual(['LIKE', 'UNDETERMINED']);
});

it('offline without a cached deck, the screen says so, and shows cards once online', async () => {
  const [anton] = await membersAround(['Ben']);
  const page = await openDeck(anton, '/');
  await whenWorkerReady(page);
  await goOffline(page);
  await page.goto(`${app.origin}/search/swype`);
  await page.getByText('You are offline, and this is not on your device yet.').waitFor();
  await page.context().setOffline(false);
  await topIs(page, 'Ben');
});

it('a member without a position is asked where they are, and can look around without one', async () => {
  const anton = await app.member({ name: 'Anton' });
  const page = await openDeck(anton);
  await page.getByText('Where are you?').waitFor();
  await page.getByRole('button', { name: 'Look around without a location' }).click();
  await endText(page);
});
