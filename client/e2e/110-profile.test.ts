// Profiles on screen: editing texts and pictures, likes and blocks.
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { profiles, type ProfileChange } from '#shared/contract/profiles.ts';
import { like } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { people, stored } from './support/people.ts';

/** The console messages about a deliberately rejected upload are excused. */
const fixture = people({ isWithoutWorker: true, excused: /responded with a status of 400/ });
const { open } = fixture;

async function change(member: Member, part: Partial<ProfileChange>): Promise<void> {
  const { id, profilename, profilePicIds, profilePicIdsPrivate, height, weight, description, characteristics } =
    await stored(member);
  const body = { id, profilename, profilePicIds, profilePicIdsPrivate, height, weight, description, characteristics, ...part };
  await member.call(profiles.putProfile, { body });
}

const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
}

async function withPictures(member: Member, colours: readonly string[]): Promise<string[]> {
  const ids = [];
  for (const colour of colours) {
    const bytes = await plainPicture('png', 80, 100, colour);
    const fields = { authorProfileId: member.profileId, picfile: { bytes, name: 'a.png', type: 'image/png' } };
    ids.push(String(Reflect.get(Object((await member.form('/api/profile-pic', fields)).body), 'id')));
  }
  await change(member, { profilePicIds: ids });
  return ids;
}

it('a new member fills in their profile, enters the name last, and loses nothing', async () => {
  const nameless = await fixture.app.member({ name: '', birthdate: null });
  const page = await open(nameless, '/profileEdit');
  await page.getByLabel('Narrative').fill('Long walks.');
  await page.getByText('Coffee', { exact: true }).click();
  await page.getByText('Please enter a public name.').waitFor();
  expect((await stored(nameless)).description).toBe('');

  await page.getByLabel('Birthdate').fill('2020-01-01');
  await page.getByLabel('Public name').fill('Anton');
  await page.getByLabel('Height').focus();
  await page.getByText('You must be at least 18 years old.').waitFor();
  await page.getByLabel('Birthdate').fill('1990-05-17');
  await page.getByLabel('Height').focus();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor({ state: 'hidden' });
  expect(await stored(nameless)).toMatchObject({
    profilename: 'Anton',
    birthdate: '1990-05-17',
    description: 'Long walks.',
    characteristics: ['coffee'],
  });
  await page.reload();
  await expect.poll(() => page.getByLabel('Public name').inputValue()).toBe('Anton');
  await page.getByText('11 / 4000').waitFor();
});

it('an own profile without a name says only what it lacks, and leads to it', async () => {
  const nameless = await fixture.app.member({ name: '', birthdate: '1990-05-17' });
  const page = await open(nameless, `/profile/${nameless.profileId}`);
  await page.getByText('Nobody can find you until you have a name.', { exact: true }).waitFor();
  expect(await page.locator('.portrait').textContent()).not.toContain('?');
  await page.getByRole('link', { name: 'Add your name' }).click();
  await page.getByLabel('Public name').waitFor();
});

it('changes made on another device in the meantime are kept', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/profileEdit');
  await page.getByLabel('Weight').waitFor();
  await change(anton, { height: '180 cm' });
  await page.getByLabel('Weight').fill('77 kg');
  await page.getByLabel('Weight').blur();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await stored(anton)).toMatchObject({ height: '180 cm', weight: '77 kg' });
  await expect.poll(() => page.getByLabel('Height').inputValue()).toBe('180 cm');
});

it('uploads show when the picture is added, and a rejected picture shows the reason', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await open(anton, '/profilePicUpload');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose pictures' }).click();
  await (
    await chosen
  ).setFiles([
    { name: 'one.png', mimeType: 'image/png', buffer: await plainPicture('png', 300, 375) },
    { name: 'two.jpg', mimeType: 'image/jpeg', buffer: await plainPicture('jpeg', 300, 375) },
    { name: 'loop.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('not what it says') },
  ]);
  await expect.poll(() => page.getByText('Added to your profile').count(), { timeout: 20_000 }).toBe(2);
  await expect.poll(() => page.getByText('Error: only png, jpeg and webp pictures are accepted.').count()).toBe(2);
  expect((await stored(anton)).profilePicIds).toHaveLength(2);
});

it('pictures can be reordered, replaced, and restored after deletion', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = '', second = '', third = ''] = await withPictures(anton, ['#a33', '#3a3', '#33a']);
  const page = await open(anton, '/profileEdit');
  await page.getByText('Profile pictures (NSFW) editing is hidden.').waitFor();
  const marked = page.locator('[data-picture]', { hasText: 'Main picture' });
  expect(await marked.getByRole('button').getAttribute('aria-label')).toBe('Picture 1 of 3: change');
  await page.getByRole('button', { name: 'Picture 3 of 3: change' }).click();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.getByText('Saved Image Changes').waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([first, third, second]);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Picture deleted.').waitFor();
  await expect.poll(async () => (await stored(anton)).profilePicIds).toEqual([first, second]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(async () => (await stored(anton)).profilePicIds).toEqual([first, third, second]);
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Picture 2 of 3: change' }))).toBe(true);

  await page.getByRole('button', { name: 'Picture 1 of 3: change' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace' }).click();
  await (await chosen).setFiles({ name: 'new.png', mimeType: 'image/png', buffer: await plainPicture('png', 90, 120, '#fa0') });
  await expect.poll(async () => (await stored(anton)).profilePicIds[0]).not.toBe(first);
  const [replaced = '', ...others] = (await stored(anton)).profilePicIds;
  expect(others).toEqual([third, second]);
  // The menu of the old picture closes with it.
  await page.locator(`button[aria-label^="Picture 1 of 3"] img[src*="${replaced}"]`).waitFor();

  await page.getByRole('button', { name: 'Picture 1 of 3: change' }).click();
  const wrong = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace' }).click();
  await (await wrong).setFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('nothing') });
  await page.getByText('Could not replace images...').waitFor();
  expect((await stored(anton)).profilePicIds).toHaveLength(3);

  await page
    .getByRole('button', { name: 'Picture 1 of 3: change' })
    .dragTo(page.getByRole('button', { name: 'Picture 3 of 3: change' }));
  await expect.poll(async () => (await stored(anton)).profilePicIds.slice(0, 2)).toEqual([third, second]);
});

it('a like can be given, is listed, and can be removed', async () => {
  const [anton, boris] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris the Magnificent' }),
  ];
  await withPictures(boris, ['#a33']);
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('heading', { name: /^Boris the Magnificent, \d\d$/ }).waitFor();
  const heart = page.locator('.heart');
  const animations = () => heart.evaluate((element) => getComputedStyle(element).animationName);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  expect(await animations()).toBe('none');
  // Without reduced motion, a like beats once.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await heart.evaluate((element) =>
    element.addEventListener('animationstart', (event) =>
      element.setAttribute('data-seen', event instanceof AnimationEvent ? event.animationName : ''),
    ),
  );
  await page.getByRole('button', { name: 'Remove Like' }).click();
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await expect.poll(() => heart.getAttribute('data-seen')).toBe('beat');
  await expect.poll(animations).toBe('none');
  await page.emulateMedia({ reducedMotion: 'reduce' });

  const other = await open(boris, '/likes/profilelikedyou');
  await other.setViewportSize({ width: 320, height: 844 });
  const tabs = other.getByRole('navigation', { name: 'Likes' }).getByRole('link');
  await tabs.last().waitFor();
  expect(new Set(await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().width)))).size).toBe(1);
  expect(await tabs.evaluateAll((all) => all.every((tab) => tab.scrollWidth <= tab.clientWidth))).toBe(true);
  expect((await boxOf(tabs.last())).x + (await boxOf(tabs.last())).width).toBeLessThanOrEqual(320);
  await other.setViewportSize({ width: 1_280, height: 800 });
  const { width } = await boxOf(other.getByRole('link', { name: /Anton/ }));
  expect([width >= 160, width <= 200]).toEqual([true, true]);
  await other.getByRole('link', { name: /Anton/ }).click();
  await other.waitForURL(`**/profile/${anton.profileId}`);
  await other.getByText('No public pics').waitFor();

  await page.getByRole('button', { name: 'Remove Like' }).click();
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await page.goto(`${fixture.app.origin}/likes/youlikedprofile`);
  await page.getByText('Have no suitors have caught your eye?').waitFor();
});

it('a member who likes back has a heart on the tile, and on a phone the tabs of likes stand at even distances', async () => {
  const [anton, boris, cem] = [
    await fixture.app.member({ name: 'Anton' }),
    await fixture.app.member({ name: 'Boris' }),
    await fixture.app.member({ name: 'Cem' }),
  ];
  await like(anton, boris);
  await like(anton, cem);
  await like(boris, anton);
  const page = await open(anton, '/likes/youlikedprofile');
  const mutual = page.getByRole('link', { name: 'You like each other' });
  await mutual.locator('.liked-mark').waitFor();
  expect(await page.locator('.liked-mark').count()).toBe(1);
  expect(await mutual.getAttribute('href')).toBe(`/profile/${boris.profileId}`);
  // Also on a device that has not opened the other list yet.
  await like(cem, boris);
  const received = await open(boris, '/likes/profilelikedyou');
  await received.getByRole('link', { name: /Cem/ }).waitFor();
  await received
    .getByRole('link', { name: /Anton.*You like each other/ })
    .locator('.liked-mark')
    .waitFor();
  expect(await received.locator('.liked-mark').count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  const tabs = page.getByRole('navigation', { name: 'Likes' }).getByRole('link');
  const gaps = await tabs.evaluateAll((all) => {
    const words = all.map((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab);
      return range.getBoundingClientRect();
    });
    return words.slice(1).map(({ left }, index) => Math.round(left - (words[index]?.right ?? 0)));
  });
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(3);
});

it('a profile begins with the person: name and actions are whole on small phones, on any picture, and nothing moves', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await withPictures(boris, ['#fff', '#3a3', '#33a']);
  await change(boris, { description: 'Long walks. '.repeat(80) });
  const page = await open(anton, '/');
  await page.goto(`${fixture.app.origin}/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await page.getByText('Only you see this').waitFor();
  const moved = await page.evaluate(() => {
    const shifts = new PerformanceObserver(() => undefined);
    shifts.observe({ type: 'layout-shift', buffered: true });
    return shifts.takeRecords().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0);
  });
  expect(moved).toBe(0);

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of ['Chat', 'Like', 'More actions']) {
      const box = await page
        .locator('.profile-bar')
        .getByRole(name === 'Chat' ? 'link' : 'button', { name, exact: true })
        .boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width);
      expect(box?.height, name).toBe(52);
    }
  }

  // White letters on the scrim over a white picture: the brightest ground has a contrast of at least 4.5.
  const head = page.locator('.profile-head');
  await head.evaluate((element) => element.style.setProperty('color', 'transparent'));
  const ground = await sharp(await page.screenshot({ clip: await boxOf(head.getByRole('heading')) }))
    .greyscale()
    .stats();
  const luminance = ((Number(ground.channels[0]?.max) / 255 + 0.055) / 1.055) ** 2.4;
  expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4.5);

  await page.locator('.portrait-pages').evaluate((pages) => pages.scrollTo({ left: pages.clientWidth }));
  await page.locator('.portrait-dot:nth-child(2).portrait-dot-current').waitFor();
  await page.getByRole('link', { name: 'Picture 2, full screen' }).click();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.goBack();
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, 900));
      return (await boxOf(page.locator('.profile-bar'))).y;
    })
    .toBeLessThanOrEqual(60);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(`${fixture.app.origin}/`);
});

it('further pictures have a heading, and are below the large picture where the words are beside it', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await withPictures(boris, ['#a33', '#3a3', '#33a']);
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('heading', { name: 'Pictures', exact: true }).waitFor();
  const further = page.locator('.profile-pictures').getByRole('link');
  expect(await further.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual([
    'Picture 2 of 3: larger',
    'Picture 3 of 3: larger',
  ]);
  // The home button is at the opposite end from the way back, also from right to left.
  const [back, home] = [page.getByRole('button', { name: 'Back' }), page.getByRole('link', { name: /, home$/ })];
  const logo = await boxOf(home.locator('img'));
  const { x: wordsAt } = await boxOf(page.locator('.profile-head h1'));
  expect([(await boxOf(back)).x, logo.x + logo.width]).toEqual([wordsAt, 390 - wordsAt]);
  expect((await boxOf(home)).width).toBeGreaterThanOrEqual(44);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect((await boxOf(home)).x).toBeLessThan((await boxOf(back)).x);
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));

  await page.setViewportSize({ width: 1_280, height: 800 });
  const large = await boxOf(page.locator('.portrait-stage'));
  for (const link of await further.all()) {
    const box = await boxOf(link);
    expect([box.y >= large.y + large.height, box.y + box.height <= 800, box.x < large.x + large.width]).toEqual([
      true,
      true,
      true,
    ]);
  }
  const { x, y } = await boxOf(back);
  expect([x >= large.x, y >= large.y, x < large.x + 60, y < large.y + 60]).toEqual([true, true, true, true]);
});

it('a profile is shared as a link that is copied, or that waits as a draft in a conversation', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const carl = await fixture.app.member({ name: 'Carl' });
  await carl.call(messages.postMessage, {
    body: { senderProfileId: carl.profileId, recipientProfileId: anton.profileId, bodyText: 'Hello', profilePicIds: [] },
  });
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const url = `${fixture.app.origin}/profile/${boris.profileId}`;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share profile' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.getByRole('dialog').getByRole('button', { name: 'Carl' }).click();
  await page.waitForURL(`**/chat/personal/${carl.profileId}`);
  await expect.poll(() => page.getByRole('main').getByRole('textbox').inputValue()).toBe(url);
});

it('a block leads home, and the blocked member is redirected to their own profile', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await page.getByText('Blocked and Redirecting...').waitFor();
  // The menu is closed, and the block can still be taken back.
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Blocked and Redirecting...').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page.getByRole('link', { name: 'Chat', exact: true }))).toBe(true);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await page.waitForURL(`${fixture.app.origin}/`);

  const other = await open(boris, `/profile/${anton.profileId}`);
  await other.getByText('That profile is not available.').waitFor();
  await other.waitForURL(`**/profile/${boris.profileId}`);
  await other.getByRole('heading', { name: 'Boris' }).waitFor();
  await other.goto(`${fixture.app.origin}/profile/nobody`);
  await other.getByText('That profile is not available.').waitFor();
});

it('markup in the texts of a profile is shown as text', async () => {
  const text = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>';
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await change(boris, { profilename: text.slice(0, 60), description: text, height: '<b>tall</b>' });
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByText(text).waitFor();
  await page.getByText('<b>tall</b>').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun'))).toBeUndefined();
  expect(await page.locator('main img[src="x"], main script').count()).toBe(0);
});
