// A member's Home after it was shown: when the member moves, and when the connection is lost.
import { expect, test } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

async function placed(name: string, lat = 33.45): Promise<Member> {
  const member = await fixture.app.member({ name });
  await reportPosition(member, fixture.app.world.clock.now(), { lat });
  return member;
}

test('once the member has moved, the nearest of the new place come first', async () => {
  const anna = await placed('Anna');
  await placed('Ben', 33.46);
  await placed('Cem', 33.5);
  const page = await open(anna, '/tos');
  await page.evaluate(() =>
    localStorage.setItem('lastLocation', JSON.stringify({ type: 'override', lat: 33.52, lng: -112.07, fixMs: null })),
  );
  const near = page.getByRole('region', { name: 'Near you now' });
  const names = () => near.getByRole('listitem').locator('.face-name').allInnerTexts();
  const shown = Promise.withResolvers<void>();
  await page.route('**/api/profile-position/*', async (route) => {
    await shown.promise;
    await route.continue();
  });
  await page.goto(fixture.app.origin);
  await expect.poll(names).toEqual(['Ben', 'Cem']);
  shown.resolve();
  await expect.poll(names).toEqual(['Cem', 'Ben']);
});

test('the picture of the map stays when the connection is lost', async () => {
  const page = await open(await placed('Anna'), '/');
  const area = page.locator('.home-area');
  const widthOf = () => area.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(widthOf).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await area.filter({ hasText: 'Look around' }).waitFor();
  expect(await widthOf()).toBeGreaterThan(0);
  await page.context().setOffline(false);
  await area.filter({ hasText: 'Others see you here' }).waitFor();
});
