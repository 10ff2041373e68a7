// Pictures changed offline: order, list, deletion and crop show immediately, survive a reload, and are saved once online.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { showPictures } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { people, stored } from './support/people.ts';
import { keptRows } from './support/kept-data.ts';
import { moveTo, visit } from './support/visit.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

/** The console messages about a reply faked by a test are excused. */
const fixture = people({ showNsfw: true, excused: /responded with a status of 500/ });
const { open } = fixture;

async function withPictures(member: Member, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (const colour of ['#a33', '#3a3', '#33a'].slice(0, count)) {
    const picfile = { bytes: await plainPicture('png', 800, 800, colour), name: 'a.png', type: 'image/png' };
    const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
    ids.push(String(Reflect.get(Object(body), 'id')));
  }
  await showPictures(member, { profilePicIds: ids });
  return ids;
}

/** The picture ids of a grid, in order. */
const shownIn = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole('list', { name: list, exact: true })
    .locator('img')
    .evaluateAll((images) => images.map((image) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(image.getAttribute('src') ?? '')?.[0] ?? ''));

/** The pictures of a first visit are cached shortly after the page has become idle. */
const untilCached = (page: Page, count: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await (await caches.open('member-pictures')).keys()).length))
    .toBeGreaterThanOrEqual(count);

async function goOfflineSettled(page: Page): Promise<void> {
  await whenWorkerControls(page);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')))
    .toBe(true);
  await goOffline(page);
}

/** All cached lists on the device. */
const cachedLists = async (page: Page): Promise<string> => JSON.stringify(await keptRows(page, 'lists'));

const openPicture = (page: Page, number: number, of: number): Promise<void> =>
  page
    .getByRole('button', { name: `Picture ${number} of ${of}: change` })
    .first()
    .click();

const safeWords = 'You are offline. This is safe on your device and will be saved when you are back online.';

it('pictures are reordered and deleted offline, and the server follows once online', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = '', second = '', third = ''] = await withPictures(anton, 3);
  const page = await open(anton, '/profileEdit');
  await page.getByRole('button', { name: 'Picture 1 of 3: change' }).waitFor();
  await untilCached(page, 3);
  await goOfflineSettled(page);
  await page.getByRole('button', { name: 'Picture 1 of 3: change' }).focus();
  await page.keyboard.press('Shift+End');
  await expect.poll(() => shownIn(page, 'Pictures')).toEqual([second, third, first]);
  await page.getByText(safeWords).waitFor();
  await openPicture(page, 1, 3);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Picture deleted.').waitFor();
  await expect.poll(() => shownIn(page, 'Pictures')).toEqual([third, first]);
  // The system may end a hidden app at any time, so the deletion is stored then.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(async () => JSON.stringify(await keptRows(page, 'outbox'))).toContain('"DELETE"');
  await page.getByText('Picture deleted.').waitFor({ state: 'hidden', timeout: 1_000 });

  await page.reload();
  await expect.poll(() => shownIn(page, 'Pictures')).toEqual([third, first]);
  await page.getByText(safeWords).waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([first, second, third]);

  await page.context().setOffline(false);
  await expect.poll(async () => (await stored(anton)).profilePicIds).toEqual([third, first]);
  const look = () => anton.ask(pictures.getPicture, { params: { id: second }, query: {} });
  await expect.poll(async () => (await look()).status).toBe(404);
  await page.getByText(safeWords).waitFor({ state: 'hidden' });
  expect(await shownIn(page, 'Pictures')).toEqual([third, first]);
});

it('a picture is made private offline, and one that another device adds in the meantime is kept', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = '', second = '', third = ''] = await withPictures(anton, 3);
  await showPictures(anton, { profilePicIds: [first, second] });
  const page = await open(anton, '/profileEdit');
  await page.getByRole('button', { name: 'Picture 1 of 2: change' }).waitFor();
  await whenWorkerControls(page);
  // Loaded once with the service worker, which caches it.
  await page.reload();
  await untilCached(page, 2);
  await goOfflineSettled(page);
  await openPicture(page, 1, 2);
  await page.getByRole('button', { name: 'Make private' }).click();
  await expect.poll(() => shownIn(page, 'Pictures')).toEqual([second]);
  await page.getByRole('button', { name: 'Picture 1 of 1: change' }).nth(1).waitFor();
  await showPictures(anton, { profilePicIds: [first, second, third] });
  await page.context().setOffline(false);
  await expect.poll(() => stored(anton)).toMatchObject({ profilePicIds: [second, third], profilePicIdsPrivate: [first] });
  await expect.poll(() => shownIn(page, 'Private pictures')).toEqual([first]);
});

it('a crop saved offline is shown immediately, and replaces the picture once online', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = '', second = ''] = await withPictures(anton, 2);
  const page = await crop(anton, first);
  await goOfflineSettled(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('You are offline: the cropped picture is safe on this device').waitFor();
  await page.waitForURL('**/profileEdit');
  const waiting = page.getByRole('progressbar', { name: 'Replacing: Waiting on this device for a connection' });
  await waiting.waitFor();
  await page.reload();
  await waiting.waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([first, second]);
  await page.context().setOffline(false);
  await expect.poll(async () => (await stored(anton)).profilePicIds[0]).not.toBe(first);
  expect((await stored(anton)).profilePicIds[1]).toBe(second);
  await waiting.waitFor({ state: 'detached' });
});

it('a crop whose picture another device deletes in the meantime is not lost without a message', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = '', second = ''] = await withPictures(anton, 2);
  const page = await crop(anton, first);
  await goOfflineSettled(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/profileEdit');
  await anton.call(pictures.deletePicture, { params: { id: first } });
  await page.context().setOffline(false);
  await page.getByText('Could not replace images...').waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([second]);
});

it('a crop that is cancelled while the device stores it does not replace the picture', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = ''] = await withPictures(anton, 1);
  const page = await crop(anton, first);
  await page.evaluate(() => {
    const { encrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.encrypt = async function (...given) {
      if (given[2].byteLength > 2_000) await new Promise((resolve) => setTimeout(resolve, 2_000));
      return encrypt.apply(this, given);
    };
    const { delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = function (key) {
      if (this.name === 'uploads') document.body.classList.add('upload-removed');
      return remove.call(this, key);
    };
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('body.upload-removed').waitFor();
  expect((await stored(anton)).profilePicIds).toEqual([first]);
});

it('a crop is not lost after a server error, and a rejected one shows the reason', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first = ''] = await withPictures(anton, 1);
  const page = await crop(anton, first);
  const trouble = { statusCode: 500, error: 'Error', message: 'Trouble', code: 'server-trouble' };
  await page.context().route('**/api/profile-pic?replace_id=*', (route) => route.fulfill({ status: 500, json: trouble }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('It could not be saved yet: the cropped picture is safe on this device').waitFor();
  await page.waitForURL('**/profileEdit');
  expect((await stored(anton)).profilePicIds).toEqual([first]);
  await page.context().unroute('**/api/profile-pic?replace_id=*');
  const replaced = async () => (await stored(anton)).profilePicIds[0] ?? '';
  await expect.poll(replaced, { timeout: 20_000 }).not.toBe(first);

  const again = await crop(anton, await replaced());
  await anton.call(pictures.deletePicture, { params: { id: await replaced() } });
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await again.getByText('Could not replace images... Error:').waitFor();
  await again.getByRole('button', { name: 'Save', exact: true }).waitFor();
});

it('the worker also serves a page that was first loaded without it', async () => {
  const page = await open(await fixture.app.member({ name: 'Anton' }), '/profileEdit');
  await whenWorkerControls(page);
  const devtools = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  const document = page.waitForResponse('**/profileEdit');
  await devtools.send('Page.reload', { ignoreCache: true });
  expect((await document).fromServiceWorker()).toBe(false);
  await loaded;
  await whenWorkerControls(page);
});

it('liked pictures are listed offline, including one that was just liked', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [first = '', second = ''] = await withPictures(boris, 2);
  const like = { likerProfileId: anton.profileId, profilePicId: first, profilePicProfileId: boris.profileId } as const;
  await anton.call(likes.putProfilePicLike, { body: { ...like, likeType: 'LIKE' } });
  const page = await open(anton, '/likes/youlikedprofilepics');
  await page.getByRole('link', { name: /Boris/ }).waitFor();
  await expect.poll(() => cachedLists(page)).toContain(first);
  await page.goto(`${fixture.app.origin}/profilePicCarousel?profileId=${boris.profileId}&id=${second}`);
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  // The list shows the name of who is liked.
  await expect.poll(async () => JSON.stringify(await keptRows(page, 'profiles'))).toContain(second);
  await expect.poll(() => cachedLists(page)).toContain('pics-of');
  await goOfflineSettled(page);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await page.goto(`${fixture.app.origin}/profilePicCarousel?profileId=${boris.profileId}&id=${first}`);
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await page
    .getByText(/^Offline. Last contact/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await page.goto(`${fixture.app.origin}/likes/youlikedprofilepics`);
  await page.getByText('Waiting', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /Boris/ }).count()).toBe(2);
  await page.context().setOffline(false);
  await page.getByText('Waiting', { exact: true }).waitFor({ state: 'detached' });
  const listed = await anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query: {} });
  expect(listed.map(({ profilePicId }) => profilePicId)).toEqual([second, first]);
});

it('a picture that was just liked offline is no longer listed once its member is blocked offline', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [id = ''] = await withPictures(boris, 1);
  const page = await open(anton, '/likes/youlikedprofilepics');
  await page.getByText('Have no suitors have caught your eye?').waitFor();
  await visit(page, `/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  await moveTo(page, `/profilePicCarousel?profileId=${boris.profileId}&id=${id}`);
  const like = page.getByRole('button', { name: 'Like', exact: true });
  await like.waitFor();
  await goOfflineSettled(page);
  await like.click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  await moveTo(page, '/likes/youlikedprofilepics');
  await page.getByRole('link', { name: /Boris/ }).waitFor();
  await visit(page, `/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await moveTo(page, '/likes/youlikedprofilepics');
  await page.getByText('Have no suitors have caught your eye?').waitFor();
  expect(await page.getByRole('link', { name: /Boris/ }).count()).toBe(0);
});

async function crop(member: Member, id: string): Promise<Page> {
  const page = await open(member, `/profilePicEdit?id=${id}`);
  await page.locator('.crop-tools input:enabled').first().waitFor();
  return page;
}
