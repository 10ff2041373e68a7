// Profiles on screen: editing texts and pictures, likes and blocks.
import { expect, it } from 'vitest';
import { profiles, type ProfileChange } from '#shared/contract/profiles.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { people, stored } from './support/people.ts';

/** Console messages about a deliberately rejected upload. */
const fixture = people({ excused: /responded with a status of 400/ });
const { open } = fixture;

async function change(member: Member, part: Partial<ProfileChange>): Promise<void> {
  const { id, profilename, profilePicIds, profilePicIdsPrivate, height, weight, description, characteristics } =
    await stored(member);
  const body = { id, profilename, profilePicIds, profilePicIdsPrivate, height, weight, description, characteristics, ...part };
  await member.call(profiles.putProfile, { body });
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
  await page.getByText('A public name is required.').waitFor();
  expect((await stored(nameless)).description).toBe('');

  await page.getByLabel('Birthdate').fill('2020-01-01');
  await page.getByLabel('Public name').fill('Anton');
  await page.getByLabel('Height').focus();
  await page.getByText('Members are at least 18 years old.').waitFor();
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

it('uploads show progress bars, and a rejected picture shows the reason', async () => {
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
  await page.getByRole('button', { name: 'Picture 3 of 3: change' }).click();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.getByText('Saved Image Changes').waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([first, third, second]);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Picture deleted.').waitFor();
  await expect.poll(async () => (await stored(anton)).profilePicIds).toEqual([first, second]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored(anton)).profilePicIds).toEqual([first, third, second]);

  await page.getByRole('button', { name: 'Picture 1 of 3: change' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace' }).click();
  await (await chosen).setFiles({ name: 'new.png', mimeType: 'image/png', buffer: await plainPicture('png', 90, 120, '#fa0') });
  await expect.poll(async () => (await stored(anton)).profilePicIds[0]).not.toBe(first);
  expect((await stored(anton)).profilePicIds.slice(1)).toEqual([third, second]);

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
  await page.getByRole('heading', { name: 'Boris the Magnificent', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();

  const other = await open(boris, '/likes/profilelikedyou');
  await other.getByRole('link', { name: /Anton/ }).click();
  await other.waitForURL(`**/profile/${anton.profileId}`);
  await other.getByText('No public pics').waitFor();

  await page.getByRole('button', { name: 'Remove Like' }).click();
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await page.goto(`${fixture.app.origin}/likes/youlikedprofile`);
  await page.getByText('Have no suitors have caught your eye?').waitFor();
});

it('a block leads home, and the blocked member is redirected to their own profile', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByText('Blocked and Redirecting...').waitFor();
  await page.waitForURL(`${fixture.app.origin}/`);

  const other = await open(boris, `/profile/${anton.profileId}`);
  await other.getByText('That profile is not available.').waitFor();
  await other.waitForURL(`**/profile/${boris.profileId}`);
  await other.getByRole('heading', { name: 'Boris' }).waitFor();
  await other.goto(`${fixture.app.origin}/profile/nobody`);
  await other.getByText('That profile is not available.').waitFor();
});

it('markup in texts is shown as text on every screen of a profile', async () => {
  const text = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>';
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await change(boris, { profilename: text.slice(0, 60), description: text, height: '<b>tall</b>' });
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByText(text).waitFor();
  await page.getByText('<b>tall</b>').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun'))).toBeUndefined();
  expect(await page.locator('main img[src="x"], main script').count()).toBe(0);
});
