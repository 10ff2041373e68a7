// Private notes and tags: on profiles, in the list, offline, and on two devices at once.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ProfileNote, ProfileNoteListed } from '#shared/contract/notes.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person, type PersonOptions } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { keptRows } from './support/kept-data.ts';
import { whenWorkerReady } from './support/worker.ts';

let server: RunningServer;
let anton: Member;
let boris: Member;
let carl: Member;
const people: Person[] = [];

beforeAll(async () => {
  server = await startServer();
  anton = await signUp(server, 'Anton');
  boris = await signUp(server, 'Boris');
  carl = await signUp(server, 'Carl');
});
afterEach(async () => {
  // While the server starts again, it answers calls and sockets with 503.
  const complaints = people
    .flatMap((person) => person.complaints)
    .filter((line) => !/status of 503|response code: 503/.test(line));
  await Promise.all(people.splice(0).map((person) => person.leave()));
  expect(complaints).toEqual([]);
});
afterAll(() => server.stop());

async function device(path: string, options: PersonOptions = {}): Promise<Person> {
  const person = await openPerson(options);
  people.push(person);
  await anton.open(person, path);
  // The browser itself logs an error if the network is lost while it fetches the service worker.
  await whenWorkerReady(person.page);
  return person;
}

const profileOf = ({ profileId }: Member): string => `/profile/${profileId}`;
const noteOf = async (about: Member): Promise<ProfileNote> =>
  (await anton.ask(
    'GET',
    `/api/profile-note?authorProfileId=${anton.profileId}&aboutProfileId=${about.profileId}`,
  )) as ProfileNote;
const put = (about: Member, bodyText: string, privateTags: readonly string[] = []): Promise<unknown> =>
  anton.ask('PUT', '/api/profile-note', {
    authorProfileId: anton.profileId,
    aboutProfileId: about.profileId,
    bodyText,
    privateTags,
  });
const part = (page: Page): Locator => page.locator('details.note');
const text = (page: Page): Locator => part(page).getByLabel('Note', { exact: true });
const tag = (page: Page): Locator => part(page).getByRole('combobox', { name: 'Private tags' });
const write = async (page: Page, words: string): Promise<void> => {
  await text(page).fill(words);
  await text(page).blur();
};

test('a note is written on a profile, tagged and found again, and its tags are suggested for others', async () => {
  const { page } = await device(profileOf(boris));
  await part(page).getByText('Only you see this').waitFor();
  expect(await text(page).count()).toBe(0);
  await part(page).getByText('Private note').click();
  await write(page, '  Met on the ferry. ');
  await part(page).getByText('Saved').waitFor();
  await part(page).getByText('17 / 4000').waitFor();

  await tag(page).fill(' ferry ');
  await tag(page).press('Enter');
  await part(page).getByRole('button', { name: 'Remove tag ferry' }).waitFor();
  for (const ignored of ['ferry', '   ']) {
    await tag(page).fill(ignored);
    await tag(page).press('Enter');
  }
  await tag(page).fill('tea');
  await part(page).getByRole('button', { name: 'Tag', exact: true }).click();
  await tag(page).fill('mistake');
  await tag(page).press('Enter');
  await part(page).getByRole('button', { name: 'Remove tag mistake' }).click();
  await expect.poll(() => noteOf(boris)).toMatchObject({ bodyText: 'Met on the ferry.', privateTags: ['ferry', 'tea'] });

  // Even a killed server has stored the note, which is shown after a restart.
  await server.kill('SIGKILL');
  await server.start();
  await page.reload();
  await expect.poll(() => text(page).inputValue()).toBe('Met on the ferry.');
  await page.goto(server.origin + profileOf(carl));
  await part(page).getByText('Private note').click();
  await until('the own tags as suggestions', async () =>
    (
      await part(page)
        .locator('datalist option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    ).includes('tea'),
  );
  expect(await boris.ask('GET', `/api/profile-notes?authorProfileId=${boris.profileId}`)).toEqual([]);
});

test('notes written offline survive a closed app, and are saved once online', async () => {
  await put(boris, 'Before the tunnel');
  // A reopened browser would send in the background before the test has taken it offline.
  const person = await device(profileOf(boris), { isOnDisk: true, isWithoutSync: true });
  await expect.poll(() => text(person.page).inputValue()).toBe('Before the tunnel');
  await person.context.setOffline(true);
  await write(person.page, 'In the tunnel');
  await person.page.getByText('Saved on this device').waitFor();
  await tag(person.page).fill('tunnel');
  await tag(person.page).press('Enter');
  await person.page.getByRole('button', { name: 'Remove tag tunnel' }).waitFor();
  await until('both on the device', async () => /In the tunnel.*tunnel/.test(await waitingWrites(person.page)));
  expect(await person.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('unnel');
  await person.closeApp();

  await person.openApp(`${server.origin}/notes`, { isOffline: true });
  const row = person.page.getByRole('main').getByRole('link', { name: /Boris/ });
  await row.getByText('Waiting to be saved').waitFor();
  await expect.poll(() => row.textContent()).toContain('In the tunnel');
  await row.click();
  await expect.poll(() => text(person.page).inputValue()).toBe('In the tunnel');
  await person.context.setOffline(false);
  await expect
    .poll(() => noteOf(boris), { timeout: 30_000 })
    .toMatchObject({ bodyText: 'In the tunnel', privateTags: ['tunnel'] });
  await expect.poll(() => waitingWrites(person.page)).toBe('[]');
});

test('a note that could not be loaded is empty, and never replaces the stored one', async () => {
  await put(carl, 'Long and important', ['kept']);
  const { page } = await device('/notes');
  await page.getByText('Long and important').waitFor();
  await page
    .context()
    .route(/profile-notes?\?/, (route) => route.fulfill({ status: 404, json: { code: 'not-found', message: '' } }));
  await forgetLists(page);
  await page.goto(server.origin + profileOf(carl));
  await part(page).getByText('Private note').click();
  await page.getByText('Your note couldn’t be loaded').waitFor();
  expect(await text(page).inputValue()).toBe('');
  await page.context().unroute(/profile-notes?\?/);
  await write(page, 'Written blindly');
  await page.getByRole('heading', { name: 'From the other device' }).waitFor();
  await part(page).getByText('Long and important').waitFor();
  await part(page).getByText('Written blindly').waitFor();
  expect(await noteOf(carl)).toMatchObject({ bodyText: 'Long and important', privateTags: ['kept'] });
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect
    .poll(() => noteOf(carl))
    .toMatchObject({ bodyText: 'Long and important\n\nWritten blindly', privateTags: ['kept'] });
});

test('each of two devices shows the other’s changes, and asks in case of a conflict', async () => {
  await put(boris, 'From the start');
  const [phone, tablet] = [await device(profileOf(boris)), await device(profileOf(boris))];
  for (const { page } of [phone, tablet]) await expect.poll(() => text(page).inputValue()).toBe('From the start');
  await write(phone.page, 'From the phone');
  await expect.poll(() => text(tablet.page).inputValue(), { timeout: 15_000 }).toBe('From the phone');

  await tablet.context.setOffline(true);
  await write(tablet.page, 'From the tablet, not yet done');
  await tablet.page.getByText('Saved on this device').waitFor();
  await write(tablet.page, 'From the tablet');
  await until('the last words on the device', async () => /From the tablet"/.test(await waitingWrites(tablet.page)));
  await tablet.page.getByText('Saved on this device').waitFor();
  await write(phone.page, 'From the phone again');
  await expect.poll(() => noteOf(boris)).toMatchObject({ bodyText: 'From the phone again' });
  await tablet.context.setOffline(false);
  await tablet.page.getByRole('button', { name: 'Keep this device’s version' }).waitFor({ timeout: 45_000 });
  await expect.poll(() => part(tablet.page).textContent()).toMatch(/From the phone again.*From the tablet/);
  await tablet.page.getByRole('button', { name: 'Keep this device’s version' }).click();
  await expect.poll(() => noteOf(boris)).toMatchObject({ bodyText: 'From the tablet' });
  await expect.poll(() => text(phone.page).inputValue(), { timeout: 15_000 }).toBe('From the tablet');
});

test('the list finds notes by word, tag and name, and keeps notes about deleted members, without their names', async () => {
  const dora = await signUp(server, 'Dora');
  await put(boris, 'Plays chess', ['weekday']);
  await put(dora, 'Owes me a book', ['reader']);
  const { page } = await device('/notes');
  const rows = page.locator('.note-rows > li');
  const search = page.getByLabel('Search text, tags and names');
  for (const [words, found] of [
    ['chess', 'Plays chess'],
    ['READER', 'Owes me a book'],
    ['dora', 'Owes me a book'],
  ] as const) {
    await search.fill(words);
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText(found).waitFor();
  }
  await dora.ask('DELETE', '/api/account');
  const gone = rows.filter({ hasText: 'A member who is no longer here' });
  await search.fill('');
  await gone.getByText('Owes me a book').waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('Dora');
  await gone.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => gone.getByLabel('Note', { exact: true }).inputValue()).toBe('Owes me a book');
  await gone.getByLabel('Note', { exact: true }).fill('Owed me a book');
  await gone.getByLabel('Note', { exact: true }).blur();
  await expect.poll(() => noteOf(dora)).toMatchObject({ bodyText: 'Owed me a book', privateTags: ['reader'] });
  const listed = (await anton.ask('GET', `/api/profile-notes?authorProfileId=${anton.profileId}`)) as ProfileNoteListed[];
  expect(listed.find(({ aboutProfileId }) => aboutProfileId === dora.profileId)?.profile).toBeNull();
  await rows.getByRole('link', { name: /Boris/ }).click();
  await page.getByRole('heading', { name: 'Boris' }).waitFor();
  await expect.poll(() => text(page).inputValue()).toBe('Plays chess');
});

/** The outbox of this device as text. */
const waitingWrites = async (page: Page): Promise<string> => JSON.stringify(await keptRows(page, 'outbox'));
/** Deletes the cached lists on the device. */
const forgetLists = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('member');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const done = opening.result.transaction('lists', 'readwrite').objectStore('lists').clear();
          done.addEventListener('error', reject);
          done.addEventListener('success', () => {
            opening.result.close();
            resolve(JSON.stringify(done.result ?? null));
          });
        });
      }),
  );
