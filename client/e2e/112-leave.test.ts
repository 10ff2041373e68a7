// A member downloads their data and deletes the account, and disappears from every screen and device.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceKeys } from '#client/device/storage.ts';
import { unzip } from '#server/testing/app/unzip.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { signUp, type Member } from './support/member.ts';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { keptEntry } from './support/kept-data.ts';
import { goOffline } from './support/worker.ts';

let server: RunningServer;
let anton: Member;
let boris: Member;
/** Anton's browser and Boris's. */
let phone: Person;
let tablet: Person;

beforeAll(async () => {
  server = await startServer();
  [anton, boris] = [await signUp(server, 'Anton'), await signUp(server, 'Boris')];
  for (const { ask, profileId } of [anton, boris])
    await ask('PUT', `/api/profile-position/${profileId}`, {
      profileId,
      use: 'OVERRIDE',
      overrideLat: 33.45,
      overrideLon: -112.07,
      hide: false,
      tsEffectiveUntil: Date.now() + hourMs,
    });
  const likeOf = (liker: Member, liked: Member) =>
    liker.ask('PUT', '/api/profile-like', {
      likerProfileId: liker.profileId,
      likedProfileId: liked.profileId,
      likeType: 'LIKE',
    });
  await likeOf(anton, boris);
  await likeOf(boris, anton);
  await anton.say('Shall we meet at the lake?', boris.profileId);
  await boris.say('With pleasure, at ten.', anton.profileId);
  [phone, tablet] = [await openPerson(), await openPerson()];
});

afterAll(async () => {
  await phone.leave();
  await tablet.leave();
  await server.stop();
});

const main = (person: Person) => person.page.getByRole('main');

async function unpack(files: ReadonlyMap<string, Buffer>, folder: string): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
}

test('Anton downloads their data and can read it', async () => {
  await anton.open(phone, '/settings#data');
  const downloading = phone.page.waitForEvent('download');
  await main(phone).getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  await main(phone).getByText('Your data is in your downloads').waitFor();
  const files = unzip(await readFile(await download.path()));
  const page = files.get(`conversations/${boris.profileId}.html`)?.toString() ?? '';
  expect(page).toContain('Shall we meet at the lake?');
  expect(page).toContain('With pleasure, at ten.');
  expect(files.get('index.html')?.toString()).toContain('anton@example.org');
  expect(JSON.parse(files.get('data/likes.json')?.toString() ?? '')).toMatchObject([{ name: 'Boris', like: 'LIKE' }]);

  // Opens the files from disk, as a person would.
  const folder = path.join(server.dataDir, 'unpacked');
  await unpack(files, folder);
  const reader = await phone.context.newPage();
  await reader.goto(`file://${folder}/index.html`);
  await reader.getByRole('link', { name: 'Boris' }).click();
  await reader.getByText('With pleasure, at ten.').waitFor();
  await reader.close();
});

test('nothing is deleted without the confirmation word', async () => {
  await phone.page.goto(`${server.origin}/settings#delete`);
  await main(phone).getByRole('button', { name: 'Delete my account' }).click();
  const question = phone.page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByText('No one can restore your account.').waitFor();
  const last = question.getByRole('button', { name: 'Delete everything' });
  expect(await last.isDisabled()).toBe(true);
  await question.getByLabel('Type DELETE to confirm').fill('DELET');
  expect(await last.isDisabled()).toBe(true);
  await question.getByRole('button', { name: 'Close' }).click();
  await question.waitFor({ state: 'detached' });
});

test('the confirmation word is one of the language', async () => {
  const { page } = phone;
  const speak = async (language: string): Promise<void> => {
    await page.evaluate(([key, code]) => localStorage.setItem(key, JSON.stringify(code)), [
      deviceKeys.language,
      language,
    ] as const);
    await page.reload();
  };
  for (const [language, open, label, typed, last] of [
    ['pl', 'Usuń moje konto', 'Wpisz USUŃ, żeby potwierdzić', 'usu\u006e\u0301', 'Usuń wszystko'],
    ['ar', 'حذف حسابي', 'للتأكيد، يُرجى كتابة حذف', ' حذف', 'حذف كل شيء'],
  ] as const) {
    await speak(language);
    await main(phone).getByRole('button', { name: open }).click();
    const button = page.getByRole('dialog').getByRole('button', { name: last });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByLabel(label).fill(typed);
    expect(await button.isEnabled(), language).toBe(true);
  }
  await speak('en');
});

test('obstacles are explained, and input is kept', async () => {
  const { page } = phone;
  const refuse = (path: string, status: number, code: string) =>
    page.route(path, (route) => route.fulfill({ status, json: { statusCode: status, error: '', message: '', code } }));
  await main(phone).getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await refuse('**/api/export', 429, 'too-many-requests');
  await question.getByRole('button', { name: 'Download my data' }).click();
  await question.getByText('You can download your data three times a day.').waitFor();
  // The login has become too old since the dialog was opened.
  await refuse('**/api/account', 403, 'reauth');
  await question.getByLabel('Type DELETE to confirm').fill('DELETE');
  await question.getByRole('button', { name: 'Delete everything' }).click();
  const again = page.getByRole('dialog', { name: 'Please log in again' });
  await again.getByRole('button', { name: 'Email me a login link' }).waitFor();
  await again.getByRole('button', { name: 'Close' }).click();
  await again.waitFor({ state: 'detached' });
  expect(await question.getByLabel('Type DELETE to confirm').inputValue()).toBe('DELETE');
  // Both dialogs close before the browser has gone back once, and no entry of theirs is left in the history.
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await again.getByRole('button', { name: 'Email me a login link' }).waitFor();
  await page.evaluate(async () => {
    for (const dialog of [...document.querySelectorAll('dialog')].toReversed()) {
      dialog.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click();
      await Promise.resolve();
    }
  });
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => history.state.dialog ?? null)).toBeNull();
  await page.unroute('**/api/export');
  await page.unroute('**/api/account');
});

test('an old login has to be renewed before the account’s deletion can be confirmed, not after', async () => {
  const { page } = phone;
  await page.route('**/api/account/deletion', (route) =>
    route.fulfill({
      status: 403,
      json: { statusCode: 403, error: 'Forbidden', message: 'Please log in again.', code: 'reauth' },
    }),
  );
  await main(phone).getByRole('button', { name: 'Delete my account' }).click();
  const again = page.getByRole('dialog', { name: 'Please log in again' });
  await again.getByRole('button', { name: 'Close' }).click();
  await main(phone).getByText('Deleting your account needs a new login first.').waitFor();
  expect(await page.getByRole('dialog', { name: 'Delete your account?' }).count()).toBe(0);
  await page.unroute('**/api/account/deletion');
});

test('Anton deletes the account, and disappears from Boris’s open screens within seconds', async () => {
  const screens: readonly (readonly [path: string, shown: string])[] = [
    [`/chat/personal/${anton.profileId}`, 'Shall we meet at the lake?'],
    ['/chat/personal', 'Anton'],
    ['/likes/profilelikedyou', 'Anton'],
    ['/likes/youlikedprofile', 'Anton'],
    ['/search/tile', 'Anton'],
    [`/profile/${anton.profileId}`, 'Anton'],
  ];
  await boris.open(tablet, '/settings');
  const pages = await Promise.all(
    screens.map(async ([to, shown]) => {
      const page = await tablet.context.newPage();
      await page.goto(server.origin + to);
      await page.getByRole('main').getByText(shown).first().waitFor();
      return { page, shown, to };
    }),
  );

  await main(phone).getByRole('button', { name: 'Delete my account' }).click();
  const question = phone.page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByLabel('Type DELETE to confirm').fill('delete');
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await main(phone).getByText('Your account and everything in it have been deleted.').waitFor();

  for (const { page, shown, to } of pages)
    await expect
      .poll(() => page.getByRole('main').getByText(shown).filter({ visible: true }).count(), { message: to, timeout: 10_000 })
      .toBe(0);
  for (const { page } of pages) await page.close();
});

test('neither Anton’s data on their device nor their messages on Boris’s device remain', async () => {
  await main(phone).getByRole('heading', { name: 'Farewell' }).waitFor();
  await expect
    .poll(() => phone.page.evaluate(() => whatIsLeft()), { timeout: 15_000 })
    .toMatchObject({ databases: [], session: [], memberCaches: [] });
  const left = await phone.page.evaluate(() => whatIsLeft());
  for (const trace of ['Anton', 'Boris', 'at the lake', anton.profileId, boris.profileId]) expect(left.text).not.toContain(trace);
  await goOffline(tablet.page);
  await tablet.page.goto(`${server.origin}/chat/personal/${anton.profileId}`);
  await main(tablet).getByRole('heading').first().waitFor();
  await tablet.page.waitForLoadState('networkidle');
  expect(await tablet.page.getByText('at the lake').count()).toBe(0);
  await tablet.context.setOffline(false);
});

test('registering with the same email address creates a new account', async () => {
  const { page } = phone;
  await main(phone).getByRole('link', { name: 'Home' }).click();
  await page.goto(`${server.origin}/register`);
  await page.getByLabel('Email').fill('anton@example.org');
  for (const box of ['Technical', 'Age', 'Law']) await page.getByRole('checkbox', { name: box }).check();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.getByText('a login link is on its way').waitFor();
  await page.goto(await server.linkTo('anton@example.org'));
  await main(phone).getByText('Your profile has no name yet').waitFor();
  await page.goto(`${server.origin}/chat/personal`);
  await main(phone).getByRole('heading', { name: 'Your Conversations' }).waitFor();
  const { defaultProfileId } = await page.evaluate(async () => (await fetch('/api/settings')).json());
  expect(defaultProfileId).not.toBe(anton.profileId);
});

test('the screen shows that the account is deleted even if the response was lost', async () => {
  const { page } = phone;
  let isLost = false;
  await page.route('**/api/account', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    expect((await route.fetch()).status()).toBe(204);
    return route.abort();
  });
  await page.goto(`${server.origin}/settings#delete`);
  await main(phone).getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByLabel('Type DELETE to confirm').fill('DELETE');
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await main(phone).getByText('Your account and everything in it have been deleted.').waitFor();
  await expect.poll(() => keptEntry(page, 'lastProfileId')).toBe(null);
});

test('neither browser logged an error', () => {
  expect([...phone.complaints, ...tablet.complaints].filter((text) => !/ 40[13] /.test(text))).toEqual([]);
});
