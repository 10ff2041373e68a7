// Screen readers announce what changes on an open screen: the connection, uploads, found places and answers in a game.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { agree } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { people } from './support/people.ts';
import { ear, listen } from './support/spoken.ts';

const fixture = people({ isWithoutWorker: true, excused: /Failed to load resource/ });

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    document.activeElement === document.body ? 'nothing' : (document.activeElement?.textContent ?? '').trim(),
  );

async function showPicture(member: Member): Promise<void> {
  const picfile = { bytes: await plainPicture('jpeg', 600, 750), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
  await member.call(profiles.putProfile, {
    body: { id: member.profileId, profilePicIds: [String(Reflect.get(Object(body), 'id'))] },
  });
}

test('a lost connection and its return are announced, the return once and with no text left behind', async () => {
  const page = await listen(fixture, await fixture.app.member({ name: 'Anton' }), '/settings#lock');
  await page.getByRole('heading', { name: 'App lock' }).waitFor();
  await page.waitForLoadState('networkidle');
  const said = ear(page);
  await page.context().setOffline(true);
  await expect.poll(said).toContainEqual(expect.stringMatching(/Offline\. Last contact at/));
  await page.context().setOffline(false);
  await expect.poll(said).toContain('Back online.');
  await expect.poll(() => page.getByText('Back online.').count(), { timeout: 10_000 }).toBe(0);
  expect((await said()).filter((text) => text === 'Back online.')).toHaveLength(1);
});

test('an added picture is announced once, and so is a refused one; the focus stays', async () => {
  const page = await listen(fixture, await fixture.app.member({ name: 'Anton' }), '/profilePicUpload');
  const choose = page.getByRole('button', { name: 'Choose pictures' });
  // Until somebody listens, the browser opens its own window.
  page.on('filechooser', () => undefined);
  await page.waitForLoadState('networkidle');
  await choose.focus();
  const said = ear(page);
  const give = async (name: string, buffer: Buffer): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chosen).setFiles({ name, mimeType: 'image/jpeg', buffer });
  };
  await give('lake.jpg', await plainPicture('jpeg', 600, 750));
  await expect.poll(said, { timeout: 30_000 }).toContain('Added to your profile');
  await give('no.jpg', Buffer.from('no picture'));
  await expect.poll(said, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^Error: /));
  const heard = (await said()).filter((text) => !text.startsWith('Loading'));
  expect(heard).toEqual(['Added to your profile', expect.stringMatching(/^Error: /)]);
  expect(await choose.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: /^(Remove|Cancel) no\.jpg/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('no.jpg').waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).not.toBe('nothing');
});

test('the number of found places is announced, and also that there are none', async () => {
  const page = await listen(fixture, await fixture.app.member({ name: 'Anton' }), '/search/tile');
  await page.route('**/api/places?*', async (route) => {
    const found = (await (await route.fetch()).json()) as { readonly name: string; readonly lat: number }[];
    const isKnown = route.request().url().includes('potsd');
    await route.fulfill({
      json: (isKnown ? found : []).flatMap((place) => [place, { ...place, name: 'Second', lat: place.lat + 1 }]),
    });
  });
  await page.getByRole('button', { name: 'Places' }).click();
  const field = page.getByRole('combobox', { name: 'Find a city or area' });
  const said = ear(page);
  await field.fill('potsd');
  await expect.poll(said).toContainEqual(expect.stringMatching(/^\d+ found$/));
  const options = page.getByRole('option');
  const ids = await options.evaluateAll((all) => all.map(({ id }) => id));
  const active = () => field.getAttribute('aria-activedescendant');
  expect(await active()).toBe(ids[0]);
  await field.press('ArrowDown');
  expect(await active()).toBe(ids[1]);
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  expect(await active()).toBe(ids.at(-1));
  await field.press('Escape');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await field.fill('qqxq');
  await expect.poll(said).toContain('No place has a name like that.');
});

test('the place chosen with the arrow keys is one of those found, even if fewer are found meanwhile', async () => {
  const page = await listen(fixture, await fixture.app.member({ name: 'Anton' }), '/search/tile');
  const place = (name: string, lat: number) => ({ name, country: 'DE', region: null, lat, lon: 13.1 });
  const all = [place('Potsdam', 52.4), place('Potsdam West', 52.3), place('Potsdam Ost', 52.5)];
  const mayEnd = Promise.withResolvers<void>();
  await page.route('**/api/places?*', async (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('q') === 'potsd';
    if (!isFirst) await mayEnd.promise;
    await route.fulfill({ json: isFirst ? all : all.slice(0, 2) });
  });
  await page.getByRole('button', { name: 'Places' }).click();
  const field = page.getByRole('combobox', { name: 'Find a city or area' });
  const options = page.getByRole('option');
  const isActive = async (at: number): Promise<boolean> =>
    (await field.getAttribute('aria-activedescendant')) === (await options.nth(at).getAttribute('id'));
  await field.fill('potsd');
  await expect.poll(() => options.count()).toBe(3);
  await field.fill('potsdam');
  await field.press('ArrowUp');
  expect(await isActive(2)).toBe(true);
  mayEnd.resolve();
  await expect.poll(() => options.count()).toBe(2);
  expect(await isActive(0)).toBe(true);
  expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
});

test('after a rating the answer is announced and the button keeps the focus; the end takes the focus', async () => {
  const [anton, boris, carl] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Carl' }),
  ];
  for (const member of [boris, carl]) {
    await showPicture(member);
    await agree(member, { rating: true });
  }
  const page = await listen(fixture, anton, '/games/ratinggame');
  const like = page.getByRole('main').getByRole('button', { name: 'Like', exact: true });
  await like.focus();
  const said = ear(page);
  await page.keyboard.press('Enter');
  await expect.poll(said).toContain('Liked.');
  expect(await like.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedText(page)).toMatch(/^That was all of them\./);
  for (const member of [boris, carl]) await agree(member, { rating: false });
});

test('the like button is named after its action, keeps the focus, and has no pressed state', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await listen(fixture, anton, `/profile/${boris.profileId}`);
  const main = page.getByRole('main');
  const isFocused = (name: string) =>
    main.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement);
  await main.getByRole('button', { name: 'Like', exact: true }).and(page.locator(':enabled')).first().focus();
  for (const name of ['Remove Like', 'Like']) {
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name, exact: true }).waitFor();
    expect(await isFocused(name)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('aria-pressed'))).toBe(false);
  }
});
