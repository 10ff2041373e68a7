// A member's Home: where its pictures stand, and what changes when the member moves and when the connection is lost.
import type { Locator } from 'playwright-core';
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
  const names = () => near.getByRole('listitem').locator('.tile-name').allInnerTexts();
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

const boxOf = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

test('on a phone, Home begins with three whole pictures of members nearby and a part of the fourth', async () => {
  const anna = await placed('Anna', -37);
  for (let i = 0; i < 5; i++) await placed(`Near ${i}`, -37);
  const page = await open(anna, '/');
  for (const width of [360, 390, 412]) {
    await page.setViewportSize({ width, height: 844 });
    const pictures = page.getByRole('region', { name: 'Near you now' }).locator('.picture');
    await expect.poll(() => pictures.count()).toBe(5);
    const [first, third, fourth] = [await boxOf(pictures.first()), await boxOf(pictures.nth(2)), await boxOf(pictures.nth(3))];
    expect(third.right, `${width} px`).toBeLessThan(width);
    expect(width - fourth.left, `${width} px`).toBeGreaterThanOrEqual(12);
    expect((first.bottom - first.top) / (first.right - first.left)).toBeCloseTo(1.25, 1);
    expect(first.top - (await boxOf(page.getByRole('banner'))).bottom).toBeLessThanOrEqual(96);
  }
});

test('the member’s face stands in the middle of the map on Home', async () => {
  const page = await open(await placed('Anna', -35), '/');
  const [area, face] = [page.locator('.home-area'), page.locator('.home-area .avatar')];
  await face.waitFor();
  const middleOf = async (part: Locator) => {
    const { left, right, top, bottom } = await boxOf(part);
    return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  };
  expect(await middleOf(face)).toEqual(await middleOf(area));
  await page.getByRole('switch', { name: 'Hide on map' }).click();
  await face.waitFor({ state: 'detached' });
});
