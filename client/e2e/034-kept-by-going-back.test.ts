// Going back to a screen shows again what the member has searched, opened or reached on it.
import { expect, test } from 'vitest';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { note, reportPosition, showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import { keptEntry } from './support/kept-data.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

test('a search in the notes stays when a note is opened, and is gone when the notes are opened anew', async () => {
  const [anton, boris, carl] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Carl' }),
  ];
  await note(anton, boris, 'Plays chess');
  await note(anton, carl, 'Owes me a book');
  const page = await open(anton, '/notes');
  const rows = page.locator('.note-rows > li');
  const search = page.getByLabel('Search text, tags and names');
  await search.fill('chess');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  await page.waitForURL(`**/profile/${boris.profileId}`);
  await page.goBack();
  await rows.getByText('Plays chess').waitFor();
  expect(await search.inputValue()).toBe('chess');
  expect(await rows.count()).toBe(1);
  await page.goto(`${fixture.app.origin}/notes`);
  await rows.getByText('Owes me a book').waitFor();
  expect(await search.inputValue()).toBe('');
});

test('the filter for unread messages ends when the last one is read, and a new message does not filter the list again', async () => {
  const [anton, boris, carl] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Carl' }),
  ];
  for (const member of [boris, carl]) await write(member, anton, 'Ferry or train?');
  const page = await open(anton, '/chat/personal');
  const rows = page.locator('.chat-rows > li');
  const read = async (name: string): Promise<void> => {
    // A message is read once it was in view for a moment.
    const isRead = page.waitForResponse(/message-read/);
    await rows.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await isRead;
    await page.goBack();
    await rows.filter({ hasText: name }).waitFor();
  };
  await read('Carl');
  await expect.poll(() => page.locator('.chat-row-unread').count()).toBe(1);
  await page.getByRole('button', { name: 'Search your messages' }).click();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await read('Boris');
  await expect.poll(() => rows.count()).toBe(2);
  await write(carl, anton, 'I take the train');
  await page.locator('.chat-row-unread').filter({ hasText: 'I take the train' }).waitFor();
  expect(await rows.count()).toBe(2);
});

test('the list beside the map is open again on a phone after a profile from it', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  for (const member of [anton, boris]) await reportPosition(member, fixture.app.world.clock.now());
  const page = await open(anton, '/tos');
  await page.evaluate(() => localStorage.setItem('mapViewState', JSON.stringify({ lat: 33.45, lon: -112.07, zoom: 13 })));
  await page.goto(`${fixture.app.origin}/search/map`);
  await page.getByRole('button', { name: 'List of people in view' }).click();
  const list = page.getByRole('complementary');
  await list.getByRole('link', { name: /^Boris/ }).click();
  await page.waitForURL(`**/profile/${boris.profileId}`);
  await page.goBack();
  await list.getByRole('link', { name: /^Boris/ }).waitFor();
});

test('the map stays where the member has moved it, although a link to another place has opened it', async () => {
  const [anton, carl] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Carl' })];
  for (const member of [anton, carl]) await reportPosition(member, fixture.app.world.clock.now());
  const page = await open(anton, `/search/map#profileId=${carl.profileId}&lat=33.45&lng=-112.07`);
  const scale = () => page.locator('.map-view-scale').innerText();
  const zoom = async () => (await keptEntry<{ readonly zoom: number }>(page, 'mapViewState'))?.zoom;
  await expect.poll(zoom).toBe(18);
  for (let presses = 0; presses < 4; presses += 1) await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(zoom).toBe(14);
  const left = await scale();
  await page.getByRole('button', { name: 'List of people in view' }).click();
  const row = page.getByRole('complementary').getByRole('link', { name: /^Carl/ });
  await row.click();
  await page.waitForURL(`**/profile/${carl.profileId}`);
  await page.goBack();
  await row.waitFor();
  expect(await scale()).toBe(left);
});

test('the pictures to rate go on where the member has left them', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const profilePicIds: string[] = [];
  while (profilePicIds.length < 3) profilePicIds.push(await uploadPicture(boris, await plainPicture('jpeg', 600, 750)));
  await showPictures(boris, { profilePicIds });
  const page = await open(anton, `/profilePicRateSwipe?profileId=${boris.profileId}`);
  await page.getByText('1 of 3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await page.waitForURL(`**/profile/${boris.profileId}`);
  await page.goBack();
  await page.getByText('2 of 3', { exact: true }).waitFor();
});
