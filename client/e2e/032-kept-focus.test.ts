// The focus goes to what is near when the element that has it is removed, and back to a button that was disabled for a while.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import type { Member } from '#server/testing/app/members.ts';
import { block, write } from '#server/testing/members/actions.ts';
import { keptEntry } from './support/kept-data.ts';
import { people } from './support/people.ts';
import { desktop } from './support/person.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

/** What has the focus: its name, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 'nothing';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim();
  });

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

const named = (...names: readonly string[]): Promise<Member[]> => Promise.all(names.map((name) => fixture.app.member({ name })));

test('a link to a section of the settings moves the focus to the section, and is marked as the current one', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/settings', { viewport: desktop });
  const links = page.getByRole('navigation', { name: 'Sections' });
  await page.getByRole('switch', { name: 'Show when I am typing' }).waitFor();
  expect(await links.locator('[aria-current]').count()).toBe(0);
  await links.getByRole('link', { name: 'Quiet hours' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Quiet hours');
  expect(await links.locator('[aria-current]').allTextContents()).toEqual(['Quiet hours']);
});

test('a member who covers the app by Escape and uncovers it has the focus where it was', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/settings#privacy');
  const typing = page.getByRole('switch', { name: 'Show when I am typing' });
  await typing.focus();
  for (const isCovered of [true, false]) {
    for (let time = 0; time < 2; time += 1) await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.cover').isVisible()).toBe(isCovered);
  }
  await expect.poll(() => typing.evaluate((one) => one === document.activeElement)).toBe(true);
  // The list of keys opens from there too, since a switch takes no letters.
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
});

test('settings in a new language have the focus where the language was chosen', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/settings#display');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await expect.poll(() => focused(page)).toBe('Anzeige');
});

async function withPasskeys(member: Member, ...names: readonly string[]): Promise<void> {
  const { account_id: accountId } = await fixture.app.world.db.read
    .selectFrom('profiles')
    .select('account_id')
    .where('id', '=', member.profileId)
    .executeTakeFirstOrThrow();
  const common = {
    account_id: accountId,
    rp_id: 'localhost',
    public_key: '',
    user_handle: 'u',
    counter: 0,
    transports: '[]',
    used_ms: null,
  };
  await fixture.app.world.db.write(async (tx) => {
    for (const [at, name] of names.entries())
      await tx
        .insertInto('passkeys')
        .values({ ...common, id: crypto.randomUUID(), credential_id: name, name, created_ms: at })
        .execute();
  });
}

test('the focus moves from a removed passkey to the next one, or to the one before', async () => {
  const [anton = never()] = await named('Anton');
  await withPasskeys(anton, 'One', 'Two', 'Three');
  const page = await open(anton, '/settings#passkeys');
  const rows = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem');
  await rows.nth(2).waitFor();
  await press(page, 'Remove Two');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => focused(page)).toMatch(/^Rename (One|Three)$/);
  await press(page, 'Dismiss');
  await expect.poll(() => focused(page)).not.toBe('nothing');
});

test('the focus moves from a member who no longer sees the private pictures to the next one', async () => {
  const [anton = never(), boris = never(), carl = never()] = await named('Anton', 'Boris', 'Carl');
  for (const { profileId } of [boris, carl]) await anton.call(grants.putPicGrant, { body: { profileId, lastsMs: null } });
  const page = await open(anton, '/profileEdit');
  const rows = page.getByRole('list', { name: 'Members with access' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  const first = (await rows.first().getByRole('button').getAttribute('aria-label')) ?? '';
  await press(page, first);
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => focused(page)).toMatch(/Boris|Carl/);
  await rows.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(0);
  await expect.poll(() => focused(page)).not.toBe('nothing');
});

test('a blocked member stays listed, and the button that unblocked them has the focus', async () => {
  const [anton = never(), boris = never()] = await named('Anton', 'Boris');
  await block(anton, boris);
  const page = await open(anton, '/settings#blocked');
  await press(page, 'Unblock Boris');
  await expect.poll(() => focused(page)).toBe('Block Boris again');
});

test('the focus moves from removed quiet hours to the controls near them', async () => {
  const [anton = never()] = await named('Anton');
  const page = await open(anton, '/settings#quiet');
  await page.getByRole('switch', { name: 'No notifications at these hours' }).click();
  await press(page, 'Other hours');
  await press(page, 'Remove quiet hours 2');
  await page.getByRole('button', { name: 'Remove quiet hours 2' }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Other hours');
});

/** Opens the places on a map that has been moved, because only then its middle can be saved. */
async function openPlaces() {
  const [anton = never()] = await named('Anton');
  const page = await open(anton, '/search/map');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => keptEntry(page, 'mapViewState')).not.toBeNull();
  await press(page, 'Places');
  const sheet = page.getByRole('dialog', { name: 'Look around' });
  return { page, sheet };
}

test('the focus moves from a deleted place to another one, and back to the place with its undo', async () => {
  const { page, sheet } = await openPlaces();
  for (const name of ['Home', 'Lake']) {
    await sheet.getByLabel('Name of the place on your map').fill(name);
    await sheet.getByRole('button', { name: 'Save this place' }).click();
  }
  await press(page, 'Delete Home');
  await expect.poll(() => focused(page)).toBe('Lake');
  await press(page, 'Delete Lake');
  await expect.poll(() => focused(page)).toBe('Around me');
  await press(page, 'Undo');
  await expect.poll(() => focused(page)).toBe('Lake');
});

test('a place is kept that is saved under the name of one that was just deleted', async () => {
  const { page, sheet } = await openPlaces();
  const name = sheet.getByLabel('Name of the place on your map');
  await name.fill('Lake');
  await name.press('Enter');
  await sheet.getByRole('button', { name: 'Delete Lake' }).waitFor();
  await name.fill('Lake');
  // The place is deleted only some seconds later, so that the deletion can be undone.
  await press(page, 'Delete Lake');
  await name.press('Enter');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await press(page, 'Places');
  await sheet.getByRole('button', { name: 'Lake', exact: true }).waitFor();
});

test('the focus moves from a deleted message to the next one', async () => {
  const [anton = never(), boris = never()] = await named('Anton', 'Boris');
  for (const text of ['first', 'second', 'third']) await write(boris, anton, text);
  const page = await open(anton, `/chat/personal/${boris.profileId}`);
  const rows = page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ hasText: /first|second|third/ });
  await expect.poll(() => rows.count()).toBe(3);
  await rows.nth(1).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete for me' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => focused(page)).toMatch(/third/);
});

test('a button that is disabled while it is busy has the focus again afterwards', async () => {
  const [anton = never()] = await named('Anton');
  await withPasskeys(anton, 'Only');
  const page = await open(anton, '/settings#passkeys');
  await page.route('**/api/passkeys/*', (route) =>
    route.fulfill({ status: 429, json: { code: 'too-many-requests', message: 'Later.' } }),
  );
  await press(page, 'Remove Only');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => focused(page)).toBe('Remove Only');
});

function never(): never {
  throw new Error('There are fewer members than names.');
}
