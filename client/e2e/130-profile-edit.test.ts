// Editing a profile while the member types, offline and on two devices. Likes and blocks offline.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { keptRows } from './support/kept-data.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

let server: RunningServer;
let ada: Member;
let ben: Member;
let phone: Person;
let desk: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server, 'Ada');
  ben = await signUp(server, 'Ben');
  // A reopened browser would send in the background before the test has taken it offline.
  phone = await openPerson({ isOnDisk: true, isWithoutSync: true });
  desk = await openPerson({ viewport: desktop, hasTouch: false });
  await ada.open(phone, '/profileEdit');
  await whenWorkerReady(phone.page);
  await ada.open(desk, '/profileEdit');
});

afterEach(() => expect([...phone.complaints, ...desk.complaints]).toEqual([]));

afterAll(async () => {
  await phone.leave();
  await desk.leave();
  await server.stop();
});

const stored = async (member = ada): Promise<Profile> => {
  const profile = await member.ask('GET', `/api/profile/${member.profileId}`);
  // The server's response follows the contract.
  return profile as Profile;
};
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const saved = (page: Page) => page.getByText('Saved', { exact: true });

async function type(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).fill(text);
  await field(page, label).blur();
}

/** The content of the device's outbox as text. */
const waiting = async (page: Page): Promise<string> => JSON.stringify(await keptRows(page, 'outbox'));

test('Save has the full colour only while something is not saved', async () => {
  const { page } = desk;
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  const isMain = () => save.evaluate((button) => button.classList.contains('button-main'));
  await save.waitFor();
  expect(await isMain()).toBe(false);
  await field(page, 'Weight').fill('78 kg');
  expect(await isMain()).toBe(true);
  await save.click();
  await saved(page).waitFor();
  await expect.poll(isMain).toBe(false);
  // Who sees the private pictures is below the other fields, beside the attributes, and Save is at the end.
  const leftOf = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
  expect(await leftOf('#private-access')).toBe(await leftOf('.profile-about'));
  const [button, attributes] = [await save.boundingBox(), await page.locator('.profile-attributes').boundingBox()];
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBe((attributes?.x ?? 0) + (attributes?.width ?? 0));
  await field(page, 'Weight').fill('');
  await save.click();
  await expect.poll(async () => (await stored()).weight).toBe('');
});

test('leaving a field saves it while the member types in the next: neither focus nor text is lost', async () => {
  const { page, context } = phone;
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await context.route('**/api/profile', async (route) => {
    await held;
    await route.continue();
  });
  await field(page, 'Height').fill('180 cm');
  await field(page, 'Height').press('Tab');
  await page.keyboard.type('77 ');
  answer();
  await saved(page).waitFor();
  await page.keyboard.type('kg');
  expect(await field(page, 'Weight').inputValue()).toBe('77 kg');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('weight');
  await saved(page).waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject({ height: '180 cm', weight: '' });
  await context.unroute('**/api/profile');
  await field(page, 'Weight').press('Enter');
  await saved(page).waitFor();
  expect(await stored()).toMatchObject({ height: '180 cm', weight: '77 kg' });
  await page.getByText(`5'11" (180 cm)`).waitFor();
  // What the field already says is not said again.
  await field(page, 'Height').fill(`5'11"`);
  await page.getByText('180 cm', { exact: true }).waitFor();
  await field(page, 'Height').fill('180 cm');
});

test('a rejected value shows an error at its field, and the rest is saved', async () => {
  const { page } = phone;
  await type(page, 'Birthdate', '2020-01-01');
  await page.getByText('You must be at least 18 years old.').waitFor();
  await type(page, 'Narrative', 'Long walks.');
  await until('the narrative', async () => (await stored()).description === 'Long walks.');
  expect((await stored()).birthdate).toBe('1990-01-01');
  await type(page, 'Birthdate', '1991-02-03');
  await until('the birthdate', async () => (await stored()).birthdate === '1991-02-03');
  await page.getByText('You must be at least 18 years old.').waitFor({ state: 'hidden' });
  await type(page, 'Public name', ' ');
  await type(page, 'Narrative', 'Longer walks.');
  await until('the narrative', async () => (await stored()).description === 'Longer walks.');
  expect((await stored()).profilename).toBe('Ada');
  expect(await field(page, 'Public name').getAttribute('aria-invalid')).toBe('true');
  await type(page, 'Public name', 'Ada');
  await expect.poll(() => field(page, 'Public name').getAttribute('aria-invalid')).toBeNull();
  await type(page, 'Narrative', 'Long walks.');
  await until('the narrative', async () => (await stored()).description === 'Long walks.');
});

test('different fields changed on two devices are both kept; for the same field, the member chooses', async () => {
  await expect.poll(() => field(desk.page, 'Narrative').inputValue()).toBe('Long walks.');
  await goOffline(phone.page);
  await type(phone.page, 'Height', '181 cm');
  await type(phone.page, 'Weight', '78 kg');
  await phone.page.getByText('Coffee', { exact: true }).click();
  await phone.page.getByText('safe on your device').waitFor();
  await until('the writes on the phone', async () => /181 cm.*78 kg.*coffee/.test(await waiting(phone.page)));

  await type(desk.page, 'Height', '182 cm');
  await saved(desk.page).waitFor();
  await desk.page.getByText('Hosting', { exact: true }).click();
  await until('what the desk says', async () => (await stored()).characteristics.includes('hosting'));

  await phone.context.setOffline(false);
  const conflict = phone.page.getByRole('group', { name: 'Height' });
  await conflict.getByText('181 cm').waitFor();
  await conflict.getByText('182 cm').waitFor();
  await expect.poll(() => stored()).toMatchObject({ height: '182 cm', weight: '78 kg' });
  await expect.poll(async () => (await stored()).characteristics.toSorted()).toEqual(['coffee', 'hosting']);

  await conflict.getByRole('button', { name: 'Keep Height from this device' }).click();
  await conflict.waitFor({ state: 'detached' });
  await until('the choice', async () => (await stored()).height === '181 cm');
  await expect.poll(() => field(desk.page, 'Height').inputValue()).toBe('181 cm');
  await expect.poll(() => waiting(phone.page)).toBe('[]');
});

test('the other device’s value can be kept too', async () => {
  await goOffline(phone.page);
  await type(phone.page, 'Narrative', 'From the phone.');
  await until('the write on the phone', async () => /From the phone/.test(await waiting(phone.page)));
  await type(desk.page, 'Narrative', 'From the desk.');
  await until('what the desk says', async () => (await stored()).description === 'From the desk.');
  await phone.context.setOffline(false);
  await phone.page.getByRole('button', { name: 'Keep Narrative from the other device' }).click();
  await expect.poll(() => field(phone.page, 'Narrative').inputValue()).toBe('From the desk.');
  await until('an empty outbox', async () => (await waiting(phone.page)) === '[]');
  expect((await stored()).description).toBe('From the desk.');
});

test('changes made offline survive a closed app and are saved once online', async () => {
  const { version = 0 } = await stored();
  await goOffline(phone.page);
  await type(phone.page, 'Narrative', 'Typed in a tunnel.');
  await until('the write on the phone', async () => /Typed in a tunnel/.test(await waiting(phone.page)));
  await phone.closeApp();
  await phone.openApp(`${server.origin}/profileEdit`, { isOffline: true });
  await expect.poll(() => field(phone.page, 'Narrative').inputValue()).toBe('Typed in a tunnel.');
  await phone.page.getByText('safe on your device').waitFor();
  expect((await stored()).version).toBe(version);
  await phone.context.setOffline(false);
  await until('an empty outbox', async () => (await waiting(phone.page)) === '[]');
  expect(await stored()).toMatchObject({ description: 'Typed in a tunnel.', version: version + 1 });
});

test('a like made offline shows as waiting, survives a closed app and is sent once, and a block made offline is sent too', async () => {
  const profile = `${server.origin}/profile/${ben.profileId}`;
  await phone.page.goto(profile);
  await phone.page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await goOffline(phone.page);
  await phone.page.getByRole('button', { name: 'Like', exact: true }).click();
  await phone.page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await phone.page.getByText('Your like is waiting for a connection.').waitFor();
  await phone.closeApp();
  await phone.openApp(`${server.origin}/likes/youlikedprofile`, { isOffline: true });
  await phone.page.getByText('Waiting', { exact: true }).waitFor();
  await phone.page.getByText('Ben', { exact: true }).waitFor();
  await phone.context.setOffline(false);
  await phone.page.getByText('Waiting', { exact: true }).waitFor({ state: 'detached' });
  const likers = (): Promise<unknown> => ben.ask('GET', `/api/profile-likes/by-liked/${ben.profileId}`);
  expect(await likers()).toMatchObject([{ profile: { profileName: 'Ada' } }]);
  expect(await ben.ask('GET', `/api/notifications/${ben.profileId}`)).toHaveLength(1);

  // The last loaded list is available offline.
  await goOffline(phone.page);
  await phone.page.reload();
  await phone.page.getByText('Ben', { exact: true }).waitFor();
  await phone.context.setOffline(false);

  await phone.page.goto(profile);
  await phone.page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await goOffline(phone.page);
  await phone.page.getByRole('button', { name: 'More actions' }).click();
  await phone.page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await phone.page.getByText('Blocked and Redirecting...').waitFor();
  await phone.page.waitForURL(`${server.origin}/`);
  await until('the write on the phone', async () => /blocked/.test(await waiting(phone.page)));
  await phone.context.setOffline(false);
  await until('the block', async () => (await waiting(phone.page)) === '[]');
  expect(await likers()).toEqual([]);
});
