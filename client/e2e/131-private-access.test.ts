// Private pictures between two people: shared on a profile, seen at once, and gone at once when they are taken back.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { showPictures } from '#server/testing/doings.ts';
import type { Member } from '#server/testing/members.ts';
import { plainPicture } from '#server/testing/pictures.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openPerson, type Person } from './support/person.ts';

let app: TestApp;
const people: Person[] = [];
const scaling = pictureScaling();

beforeAll(async () => {
  app = await openTestApp({ distDir: join(import.meta.dirname, '../../dist'), parts: { pictureScaling: scaling } });
});
afterAll(async () => {
  const complaints = people.flatMap((person) => person.complaints);
  await Promise.all(people.map((person) => person.leave()));
  await app.close();
  scaling.close();
  expect(complaints).toEqual([]);
});

/** A browser in which the member is logged in and shows NSFW pictures. */
async function open(member: Member, path: string): Promise<Page> {
  const person = await openPerson();
  people.push(person);
  const { context, page } = person;
  await context.addCookies([{ name: 'sid', value: member.cookies.get('sid') ?? '', url: app.origin }]);
  await context.addInitScript((profileId) => {
    localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
    sessionStorage.setItem('show_nsfw', 'true');
  }, member.profileId);
  await page.goto(app.origin + path);
  return page;
}

test('what is shared for an hour is on the other’s screen at once, listed with its end, and gone when it is taken back', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const picfile = { bytes: await plainPicture('jpeg', 600, 750), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await anton.form('/api/profile-pic', { authorProfileId: anton.profileId, picfile });
  await showPictures(anton, { profilePicIdsPrivate: [String(Reflect.get(Object(body), 'id'))] });
  for (const member of [anton, boris]) await member.call(session.putSession, { body: { showNsfw: true } });

  const antons = await open(anton, '/profileEdit');
  const access = antons.getByRole('region', { name: 'Who sees my private pictures' });
  await access.getByLabel('Shown to').selectOption('Only members I share them with');
  await access.getByText('Saved', { exact: true }).waitFor();
  await access.getByText('You share them with nobody').waitFor();

  const boriss = await open(boris, `/profile/${anton.profileId}`);
  const shown = boriss.getByRole('list', { name: 'Private pictures' });
  await boriss.getByText('No private pics').waitFor();

  await antons.goto(`${app.origin}/profile/${boris.profileId}`);
  await antons.getByRole('button', { name: 'Share private pictures' }).click();
  await antons.getByRole('button', { name: 'For 1 hour' }).click();
  await antons.getByRole('button', { name: 'Unshare private pictures' }).waitFor();
  await shown.getByRole('img').first().waitFor({ timeout: 10_000 });
  await expect
    .poll(() =>
      shown
        .getByRole('img')
        .first()
        .evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0),
    )
    .toBe(true);

  await antons.goto(`${app.origin}/profileEdit`);
  await access.getByText(/^Shared until \w+ \d+ \w+, /).waitFor();
  await access.getByRole('button', { name: 'Take back from Boris' }).click();
  await access.getByText('You share them with nobody').waitFor();
  await boriss.getByText('No private pics').waitFor({ timeout: 10_000 });
  expect(await shown.count()).toBe(0);
}, 90_000);
