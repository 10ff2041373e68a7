// The viewer of pictures: a pinch that ends with one finger, and a picture that could not be loaded at first.
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { showPictures, uploadPicture } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });

async function withPictures(name: string, count: number): Promise<Member & { readonly pictureIds: readonly string[] }> {
  const member = await fixture.app.member({ name });
  const pictureIds: string[] = [];
  while (pictureIds.length < count) pictureIds.push(await uploadPicture(member, await plainPicture('jpeg', 600, 750)));
  await showPictures(member, { profilePicIds: pictureIds });
  return { ...member, pictureIds };
}

const fingersAt = (...places: readonly (readonly [id: number, x: number, y: number])[]) =>
  places.map(([id, x, y]) => ({ id, x, y }));

/** One event per frame, so that the page receives each of them. */
async function touch(page: Page, session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] });
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

test('a finger that is lifted after the other one of a pinch neither turns the page nor closes the viewer', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await withPictures('Boris', 3)];
  const [, second = ''] = boris.pictureIds;
  const page = await fixture.open(anton, `/profilePicCarousel?profileId=${boris.profileId}&id=${second}`);
  await page.getByText('2 of 3', { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  const [x, y] = [195, 422];
  for (const [right, down] of [
    [120, 0],
    [0, 200],
  ] as const) {
    await touch(page, session, 'touchStart', fingersAt([0, x - right, y - down]));
    await touch(page, session, 'touchStart', fingersAt([0, x - right, y - down], [1, x + right, y + down]));
    await touch(page, session, 'touchMove', fingersAt([0, x - right / 2, y - down / 2], [1, x + right / 2, y + down / 2]));
    await touch(page, session, 'touchEnd', fingersAt([0, x - right / 2, y - down / 2]));
    await touch(page, session, 'touchMove', fingersAt([1, x + right / 2 + 1, y + down / 2 + 1]));
    expect(await page.locator('.viewer-slide[aria-hidden=false]').evaluate((slide) => getComputedStyle(slide).transform)).toMatch(
      /, 0, 0\)$/,
    );
    await touch(page, session, 'touchEnd', fingersAt([1, x + right / 2 + 1, y + down / 2 + 1]));
  }
  await page.getByText('2 of 3', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/profilePicCarousel');
});

test('a picture that could not be loaded is requested again', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await withPictures('Boris', 1)];
  const [first = ''] = boris.pictureIds;
  const page = await fixture.open(anton, '/tos');
  await page.route(`**/api/profile-pic/${first}?*`, (route) => route.abort(), { times: 1 });
  await page.goto(`${fixture.app.origin}/profilePicCarousel?profileId=${boris.profileId}&id=${first}`);
  await page.getByText('This picture is not available.').waitFor();
  const picture = page.getByRole('img', { name: 'Picture 1 of 1' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
