// Private pictures: the question about who sees them, and sharing them between two members, with immediate effect.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import type { Member } from '#server/testing/app/members.ts';
import { showPictures } from '#server/testing/members/actions.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { settings } from '#shared/contract/settings.ts';
import { people } from './support/people.ts';
import { reloadAfterDialog } from './support/reload.ts';

const fixture = people({ showNsfw: true, isWithoutWorker: true });
const { open } = fixture;

async function withPrivatePicture(name: string): Promise<Member> {
  const member = await fixture.app.member({ name });
  const picfile = { bytes: await plainPicture('jpeg', 600, 750), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
  await showPictures(member, { profilePicIdsPrivate: [String(Reflect.get(Object(body), 'id'))] });
  return member;
}
const chosenBy = async (member: Member) => (await member.call(settings.getSettings)).privatePictures;
const questionOn = (page: Page) => page.getByRole('dialog', { name: 'Who may see your private pictures?' });

test('members with private pictures who never chose are asked once, and closing the question means nobody', async () => {
  const carl = await withPrivatePicture('Carl');
  const page = await open(carl, '/likes/profilelikedyou');
  const question = questionOn(page);
  expect(await question.getByRole('radio', { checked: true }).getAttribute('value')).toBe('nobody');
  await question.getByText('You share them from a member’s profile').waitFor();
  expect(await chosenBy(carl)).toBe(null);
  await page.keyboard.press('Escape');
  await expect.poll(() => chosenBy(carl)).toBe('nobody');
  await reloadAfterDialog(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await question.count()).toBe(0);
});

test('the first private picture asks who sees it on the screen where it was added', async () => {
  const dora = await fixture.app.member({ name: 'Dora' });
  await dora.call(session.putSession, { body: { showNsfw: true } });
  const page = await open(dora, '/profilePicUpload?private=1');
  await page.getByText('Nobody sees them on your profile').waitFor();
  const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPicture('jpeg', 600, 750) };
  await page.locator('input[type=file]').first().setInputFiles(picture);
  const question = questionOn(page);
  await question.getByLabel('Members I choose').check();
  await question.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => chosenBy(dora)).toBe('granted');
  await page.getByRole('heading', { name: 'Add Private Pictures' }).waitFor();
});

test('the screen that adds private pictures says who will see them', async () => {
  const emil = await fixture.app.member({ name: 'Emil' });
  for (const [privatePictures, text] of [
    ['everyone', 'Any member with NSFW pictures switched on sees them on your profile.'],
    ['granted', 'You share them from a member’s profile, for as long as you like.'],
    ['nobody', 'Nobody sees them on your profile, and nobody can tell that you have any.'],
  ] as const) {
    await emil.call(settings.putSettings, { body: { privatePictures } });
    const page = await open(emil, '/profilePicUpload?private=1');
    await page.getByText(text).waitFor();
    await page.close();
  }
});

test('pictures shared for an hour appear on the other’s screen immediately, with the end of access, and disappear when revoked', async () => {
  const [anton, boris] = [await withPrivatePicture('Anton'), await fixture.app.member({ name: 'Boris' })];
  for (const member of [anton, boris]) await member.call(session.putSession, { body: { showNsfw: true } });

  const antons = await open(anton, '/profileEdit');
  const access = antons.getByRole('region', { name: 'Who sees my private pictures' });
  await questionOn(antons).getByLabel('Everyone').check();
  await questionOn(antons).getByRole('button', { name: 'Save' }).click();
  await access.getByLabel('Shown to').selectOption('Members I choose');
  await access.getByText('Saved', { exact: true }).waitFor();
  await access.getByText('You haven’t shared them with anyone').waitFor();
  await antons.setViewportSize({ width: 320, height: 640 });
  expect(await access.getByLabel('Shown to').evaluate(cutOptions)).toEqual([]);

  const boriss = await open(boris, `/profile/${anton.profileId}`);
  const shown = boriss.getByRole('list', { name: 'Private pictures' });
  await boriss.getByText('No private pics').waitFor();

  await antons.goto(`${fixture.app.origin}/profile/${boris.profileId}`);
  const more = antons.getByRole('button', { name: 'More actions' });
  await more.click();
  await antons.getByRole('menuitem', { name: 'Share private pictures' }).click();
  await antons.getByRole('button', { name: 'For 1 hour' }).click();
  await more.click();
  await antons.getByRole('menuitem', { name: 'Unshare private pictures' }).waitFor();
  await antons.keyboard.press('Escape');
  await shown.getByRole('img').first().waitFor({ timeout: 10_000 });
  await expect
    .poll(() =>
      shown
        .getByRole('img')
        .first()
        .evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0),
    )
    .toBe(true);

  await antons.goto(`${fixture.app.origin}/profileEdit`);
  await access.getByText(/^Shared until \w+, \w+ \d+ at /).waitFor();
  await access.getByRole('button', { name: 'Take back from Boris' }).click();
  await access.getByText('You haven’t shared them with anyone').waitFor();
  await boriss.getByText('No private pics').waitFor({ timeout: 10_000 });
  expect(await shown.count()).toBe(0);
}, 90_000);

test('the form to share closes with the server’s answer, also while the lists are still fetched', async () => {
  const [anton, boris] = [await withPrivatePicture('Anton'), await fixture.app.member({ name: 'Boris' })];
  await anton.call(settings.putSettings, { body: { privatePictures: 'granted' } });
  const page = await open(anton, `/profile/${boris.profileId}`);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const form = page.getByRole('dialog', { name: /^(Share private pictures|Private pictures are shared)$/ });
  await choose('Share private pictures');
  await form.getByRole('button', { name: 'For 1 hour' }).waitFor();
  const held: Route[] = [];
  await page.route('**/api/profile-pic-grants*', (route) =>
    route.request().method() === 'GET' ? void held.push(route) : route.continue(),
  );
  await form.getByRole('button', { name: 'For 1 hour' }).click();
  await form.waitFor({ state: 'detached' });
  await choose('Unshare private pictures');
  await form.getByRole('button', { name: 'Take back' }).click();
  await form.waitFor({ state: 'detached' });
  await choose('Share private pictures');
  await form.getByRole('button', { name: 'For 1 hour' }).waitFor();
  await Promise.all(held.map((route) => route.abort()));
});

/** Runs in the page. The options whose words are wider than the closed list. */
function cutOptions(list: HTMLElement | SVGElement): string[] {
  const style = getComputedStyle(list);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.font = style.font;
  const width = list.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  return [...list.querySelectorAll('option')].map(({ text }) => text).filter((text) => context.measureText(text).width > width);
}
