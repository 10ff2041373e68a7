// Pictures on screen: cropping, carousel and rating by keys, mouse and touch, and the stored results.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people, stored } from './support/people.ts';
import { goOffline, whenWorkerReady } from './support/worker.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;

/** Red and green at the top, blue and white at the bottom; 800 x 1000 pixels. */
async function quarters(): Promise<Buffer> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 400, height: 500, channels: 3 as const, background } },
    left,
    top,
  });
  const whole = sharp({ create: { width: 800, height: 1_000, channels: 3, background: '#000' } });
  const parts = [quarter('#f00', 0, 0), quarter('#0f0', 400, 0), quarter('#00f', 0, 500), quarter('#fff', 400, 500)];
  return whole.composite(parts).png().toBuffer();
}

async function show(member: Member, count: number): Promise<string[]> {
  const ids = [];
  for (let one = 0; one < count; one++) {
    const fields = { authorProfileId: member.profileId, picfile: { bytes: await quarters(), name: 'a.png', type: 'image/png' } };
    ids.push(String(Reflect.get(Object((await member.form('/api/profile-pic', fields)).body), 'id')));
  }
  const { id, profilename, height, weight, description, characteristics } = await stored(member);
  const body = { id, profilename, profilePicIds: ids, profilePicIdsPrivate: [], height, weight, description, characteristics };
  await member.call(profiles.putProfile, { body });
  return ids;
}

type Colour = 'red' | 'green' | 'blue' | 'white' | 'mixed';

/** The colour in the middle of each quarter of the stored picture, row by row, and its aspect ratio. */
async function seenIn(member: Member, id: string): Promise<{ colours: Colour[]; aspect: number }> {
  const { bytes } = await member.ask(pictures.getPicture, { params: { id }, query: { orig: '1' } });
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (across: number, down: number): Colour => {
    const at = (Math.round(info.height * down) * info.width + Math.round(info.width * across)) * 3;
    const sign = [...data.subarray(at, at + 3)].map((value) => (value > 200 ? '1' : value < 55 ? '0' : '?')).join('');
    return ({ '100': 'red', '010': 'green', '001': 'blue', '111': 'white' } as const)[sign] ?? 'mixed';
  };
  const colours = [0.25, 0.75].flatMap((down) => [0.25, 0.75].map((across) => colourAt(across, down)));
  return { colours, aspect: info.width / info.height };
}

const ready = (page: Page): Promise<void> => page.locator('.crop-tools input:enabled').first().waitFor();

async function saveCrop(page: Page, member: Member, index: number): Promise<string> {
  const before = (await stored(member)).profilePicIds[index];
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved Image Changes').waitFor();
  await page.waitForURL('**/profileEdit');
  const after = (await stored(member)).profilePicIds[index] ?? '';
  expect(after).not.toBe(before);
  return after;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Moves fingers from one point to another in some steps. */
async function touch(page: Page, fingers: readonly (readonly [from: Spot, to: Spot])[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const at = (part: number) =>
    fingers.map(([from, to], id) => ({ id, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 8; step++) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 8) });
    // One step per frame, so that the cropper receives each of them.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

/** Releases the mouse at a time by which a dragged card has no speed any more. */
async function releaseAfterRest(page: Page, { x, y }: Spot): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1_000 + 1;
  await client.send('Input.dispatchMouseEvent', { type: 'mouseReleased', button: 'left', clickCount: 1, x, y, timestamp });
  await client.detach();
  await page.mouse.up();
}

async function middleOf(place: Locator): Promise<Spot> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const beside = ({ x, y }: Spot, right: number, down: number): Spot => ({ x: x + right, y: y + down });

it('a picture is cropped with keys, and the result replaces it', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [first, second] = await show(anton, 2);
  const page = await open(anton, '/profileEdit');
  await page.getByRole('button', { name: 'Picture 2 of 2: change' }).click();
  await page.getByRole('link', { name: 'Crop' }).click();
  await page.waitForURL(`**/profilePicEdit?id=${second}`);
  await ready(page);
  for (let count = 0; count < 9; count++) await page.keyboard.press('+');
  await page.getByText('2.4×').waitFor();
  for (let count = 0; count < 30; count++) await page.keyboard.press('ArrowRight');
  for (let count = 0; count < 30; count++) await page.keyboard.press('ArrowDown');
  const cropped = await saveCrop(page, anton, 1);
  expect((await stored(anton)).profilePicIds[0]).toBe(first);
  const { colours, aspect } = await seenIn(anton, cropped);
  expect(colours).toEqual(['red', 'red', 'red', 'red']);
  expect(aspect).toBeCloseTo(0.8, 2);
  expect((await anton.ask(pictures.getPicture, { params: { id: second ?? '' }, query: {} })).status).toBe(404);
});

it('a picture is zoomed by wheel, dragged and turned, and the crop never leaves it', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [id] = await show(anton, 1);
  const page = await open(anton, '/profileEdit');
  await page.getByRole('button', { name: 'Picture 1 of 1: change' }).click();
  await page.getByRole('link', { name: 'Crop' }).click();
  await ready(page);
  expect(new URL(page.url()).search).toBe(`?id=${id}`);

  const stage = await middleOf(page.locator('.crop-view'));
  await page.mouse.move(stage.x, stage.y);
  for (let count = 0; count < 6; count++) await page.mouse.wheel(0, -100);
  await expect.poll(async () => Number.parseFloat(await page.locator('output').nth(1).innerText())).toBeGreaterThan(2);
  await page.mouse.down();
  await page.mouse.move(stage.x - 2_000, stage.y - 2_000, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press(']');
  await page.getByText('1°', { exact: true }).waitFor();
  expect((await seenIn(anton, await saveCrop(page, anton, 0))).colours).toEqual(['white', 'white', 'white', 'white']);
});

it('the crop frame fits its picture again after the window was larger', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [id] = await show(anton, 1);
  const page = await open(anton, `/profilePicEdit?id=${id}`);
  await ready(page);
  const widths = async () => {
    const boxes = ['.reactEasyCrop_CropArea', '.reactEasyCrop_Image'].map((name) => page.locator(name).boundingBox());
    const [frame = 0, picture = 0] = (await Promise.all(boxes)).map((box) => box?.width ?? 0);
    return { frame, surplus: Math.abs(Math.round(picture - frame)) };
  };
  const { frame: first } = await widths();
  for (const height of [930, 844]) {
    await page.setViewportSize({ width: 390, height });
    await expect.poll(async () => Math.sign((await widths()).frame - first)).toBe(height > 844 ? 1 : 0);
    await expect.poll(async () => (await widths()).surplus).toBe(0);
  }
});

it('a quarter turn is saved, and a pinch zooms in', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const [id] = await show(anton, 1);
  const page = await open(anton, `/profilePicEdit?id=${id}`);
  await ready(page);
  const stage = await middleOf(page.locator('.crop-view'));
  await touch(page, [
    [beside(stage, -30, 0), beside(stage, -90, 0)],
    [beside(stage, 30, 0), beside(stage, 90, 0)],
  ]);
  await expect.poll(async () => Number.parseFloat(await page.locator('output').nth(1).innerText())).toBeGreaterThan(1.5);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('1.0×').waitFor();
  await page.getByRole('button', { name: 'Turn right' }).click();
  const turned = await seenIn(anton, await saveCrop(page, anton, 0));
  expect(turned.colours).toEqual(['blue', 'red', 'white', 'green']);
  expect(turned.aspect).toBeCloseTo(0.8, 2);
});

it('a profile’s pictures can be browsed by keys, buttons and fingers, and liked', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [first = '', second = '', third = ''] = await show(boris, 3);
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('link', { name: 'Picture 1, full screen' }).click();
  await page.waitForURL('**/profilePicCarousel?**');
  await page.getByText('1 of 3', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Prev' }).isDisabled()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(second);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('3 of 3', { exact: true }).waitFor();
  // A button that has nothing more to do keeps the focus.
  expect(await page.getByRole('button', { name: 'Next' }).evaluate((next) => next === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  const stage = await middleOf(page.locator('.viewer-stage'));
  await touch(page, [[beside(stage, -80, 0), beside(stage, 120, 10)]]);
  await page.getByText('2 of 3', { exact: true }).waitFor();

  await touch(page, [
    [beside(stage, -30, 0), beside(stage, -90, 0)],
    [beside(stage, 30, 0), beside(stage, 90, 0)],
  ]);
  await page.getByRole('button', { name: 'Show the whole picture' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();

  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Like' }).waitFor();
  const liked = () =>
    anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query: { profilePicProfileId: boris.profileId } });
  await expect.poll(async () => (await liked()).map(({ profilePicId }) => profilePicId)).toEqual([second]);
  await page.reload();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Like' }).click();
  await expect.poll(liked).toEqual([]);

  await page.goto(`${fixture.app.origin}/profilePicCarousel?profileId=${boris.profileId}&id=${third}&ids=${third},${first}`);
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await page.waitForURL(`**/profile/${boris.profileId}`);
  await page.getByRole('link', { name: 'Picture 2 of 3: larger' }).click();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/profile/${boris.profileId}`);
});

it('the viewer fills the screen, begins with the picture that was there, hides its controls on a tap and closes on a pull', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [, second = ''] = await show(boris, 3);
  const page = await open(anton, '/');
  // The large sizes are held back.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.context().route(/scale_x=(512|1024|2048)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${fixture.app.origin}/profile/${boris.profileId}`, { waitUntil: 'commit' });
  const tile = page.getByRole('link', { name: 'Picture 2 of 3: larger' });
  await tile.scrollIntoViewIfNeeded();
  const isLoaded = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
  await expect.poll(() => tile.locator('img').evaluate(isLoaded)).toBe(true);
  await tile.click();
  const thumbnail = page.locator('.viewer-thumbnail').first();
  await expect.poll(() => thumbnail.evaluate(isLoaded)).toBe(true);
  expect(await thumbnail.getAttribute('src')).toContain(second);
  expect(await page.locator('.viewer').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await page.getByRole('link', { name: /, home$/ }).waitFor();
  answer();
  await thumbnail.waitFor({ state: 'detached' });

  const opacity = () => page.locator('.viewer-bottom').evaluate((bar) => getComputedStyle(bar).opacity);
  const stage = await middleOf(page.locator('.viewer-stage'));
  await page.touchscreen.tap(stage.x, stage.y);
  await expect.poll(opacity).toBe('0');
  await page.getByRole('button', { name: 'Next' }).focus();
  await expect.poll(opacity).toBe('1');
  await page.getByRole('button', { name: 'Next' }).blur();
  await page.touchscreen.tap(stage.x, stage.y + 60);
  await expect.poll(opacity).toBe('1');

  await touch(page, [[stage, beside(stage, 10, 40)]]);
  await touch(page, [[stage, beside(stage, 10, 300)]]);
  await page.waitForURL(`**/profile/${boris.profileId}`);
});

it('pictures are rated by key, button and finger, and both members find the like in their lists', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [, second = '', third = '', fourth = ''] = await show(boris, 5);
  const page = await open(anton, '/likes/youlikedprofilepics');
  await page.getByText('Have no suitors have caught your eye?').waitFor();
  await page.goto(`${fixture.app.origin}/profilePicRateSwipe?profileId=${boris.profileId}&startProfilePicId=${second}`);
  await page.getByText('1 of 4', { exact: true }).waitFor();
  const spot = await middleOf(page.locator('.swipe-card'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x + 60, spot.y, { steps: 3 });
  const laid = () => page.locator('.swipe-card').evaluate((card) => card.style.transform);
  await expect.poll(laid).toBe('translate(60px, 0px) rotate(0deg)');
  await releaseAfterRest(page, beside(spot, 60, 0));
  await expect.poll(laid).toBe('translate(0px, 0px) rotate(0deg)');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Swiping up or diagonally is not an answer, and the card springs back.
  const offsetPx = async (): Promise<number> => {
    const { x, y } = await middleOf(page.locator('.swipe-card'));
    return Math.round(Math.hypot(x - spot.x, y - spot.y));
  };
  for (const to of [beside(spot, 0, -200), beside(spot, 150, 150)]) {
    await touch(page, [[spot, to]]);
    await expect.poll(offsetPx).toBe(0);
  }
  await page.getByText('1 of 4', { exact: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of 4', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Dislike' }).click();
  await page.getByText('3 of 4', { exact: true }).waitFor();
  await touch(page, [[spot, beside(spot, 170, 10)]]);
  await page.getByText('4 of 4', { exact: true }).waitFor();
  await touch(page, [[beside(spot, 0, -60), beside(spot, 10, 160)]]);
  await page.getByText("You've reached the end!").waitFor();
  const liked = () => anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query: {} });
  await expect.poll(async () => (await liked()).map(({ profilePicId }) => profilePicId)).toEqual([fourth, second]);
  expect(third).not.toBe('');

  await page.goto(`${fixture.app.origin}/likes/youlikedprofilepics`);
  await expect.poll(() => page.getByRole('link', { name: /Boris/ }).count()).toBe(2);
  await page.getByRole('link', { name: /Boris/ }).first().click();
  await page.waitForURL(`**/profilePicCarousel?profileId=${boris.profileId}&id=${fourth}`);
  const other = await open(boris, '/likes/profilelikedyou');
  await other.getByRole('link', { name: 'Your Pics' }).filter({ visible: true }).first().click();
  // The tile shows who liked, here with a letter, and the picture in its corner.
  const tile = other.getByRole('link', { name: /Anton/ }).first();
  await tile.locator(`.liked-picture img[src*="${fourth}"]`).waitFor();
  expect(await tile.locator('img').count()).toBe(1);
  const isBesideName = await tile.evaluate((element) => {
    const boxOf = (part: string): DOMRect => element.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
    const [face, corner, name] = [boxOf('.picture'), boxOf('.liked-picture'), boxOf('.tile-name')];
    return corner.top > face.top + face.height / 2 && name.right <= corner.left;
  });
  expect(isBesideName).toBe(true);
  await tile.click();
  await other.waitForURL(`**/profile/${anton.profileId}`);
});

it('a picture in a conversation opens in the carousel, and back returns to its message', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const profilePicIds = await show(boris, 2);
  const { id } = await boris.call(messages.postMessage, {
    body: { senderProfileId: boris.profileId, recipientProfileId: anton.profileId, bodyText: 'Look', profilePicIds },
  });
  const page = await open(anton, `/chat/personal/${boris.profileId}`);
  await page.getByRole('button', { name: 'Picture 2' }).click();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Boris' }).waitFor();
  await page.goBack();
  await page.waitForURL(`**/chat/personal/${boris.profileId}#${id}`);
  await page.getByText('Look').filter({ visible: true }).first().waitFor();
});

it('a rating made offline waits on the device, and one that comes too late shows the reason', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const [first = '', second = ''] = await show(boris, 3);
  const page = await open(anton, `/profilePicRateSwipe?profileId=${boris.profileId}`, { isWithoutWorker: false });
  await page.getByText('1 of 3', { exact: true }).waitFor();
  // The browser itself logs an error if the network is lost while it fetches the service worker.
  await whenWorkerReady(page);
  await goOffline(page);
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await boris.call(pictures.deletePicture, { params: { id: second } });
  const liked = () => anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query: {} });
  expect(await liked()).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(async () => (await liked()).map(({ profilePicId }) => profilePicId), { timeout: 20_000 }).toEqual([first]);
  await page.getByText('A picture you rated couldn’t be saved:').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('A picture you rated couldn’t be saved:').waitFor({ state: 'detached' });
});

it('a profile’s pictures have two, four, six or eight columns, depending on the width', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await show(boris, 15);
  const page = await open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('link', { name: 'Picture 15 of 15: larger' }).waitFor();
  const columnsAt = (widthPx: number) =>
    page.locator('.picture-container').evaluate((room, width) => {
      room.style.inlineSize = `${width}px`;
      const grid = getComputedStyle(room.firstElementChild ?? room);
      return [grid.gridTemplateColumns.split(' ').length, grid.columnGap, grid.rowGap];
    }, widthPx);
  expect([await columnsAt(199), await columnsAt(200), await columnsAt(399)]).toEqual(
    [2, 4, 4].map((count) => [count, '16px', '16px']),
  );
  expect([await columnsAt(400), await columnsAt(599), await columnsAt(600)]).toEqual(
    [6, 6, 8].map((count) => [count, '16px', '16px']),
  );
});
