// In Arabic every screen fits, and what has a direction is mirrored, except for swipe cards and members' own texts.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openIn, type Viewport } from '#scripts/screens/states.ts';
import { desktop, openDemo, phone } from './support/demo.ts';
import { violationsOn } from './support/axe.ts';
import { problemsOnScreens, type Look } from './support/each-screen.ts';
import { textProblems } from './support/fit.ts';
import { lookSideways } from './support/sideways.ts';
import { until } from './support/server.ts';
import { visit } from './support/visit.ts';

const demo = openDemo(2);

test.each([
  { state: 'visitor', viewports: [phone] },
  { state: 'empty', viewports: [phone] },
  { state: 'filled', viewports: [phone, desktop] },
] as const)('every screen in the state $state fits in Arabic', async ({ state, viewports }) => {
  // The contrast does not depend on the language, so one theme is enough.
  const problemsOn = async (page: Page) => [...(await textProblems(page)), ...(await violationsOn(page))];
  const looks: Look[] = viewports.map((viewport) => ({ ...viewport, name: `on a ${viewport.name}`, problemsOn }));
  const onItsSide = lookSideways();
  if (state === 'filled') looks.push(onItsSide);
  expect(await problemsOnScreens({ ...demo, state, viewport: phone, language: 'ar' }, () => looks)).toEqual([]);
  if (state === 'filled') expect(onItsSide.headings.size).toBeGreaterThan(15);
});

/** The pages of the member with data, each in its size and language. */
const pages = new Map<string, Page>();

/** Opens a screen of the member with data. The first one is loaded, and the others are visited from it. */
async function open(path: string, viewport = phone, language = 'ar'): Promise<Page> {
  const kind = `${viewport.name} ${language}`;
  const opened = pages.get(kind);
  if (opened !== undefined) {
    await visit(opened, path);
    return opened;
  }
  const page = await load(path, viewport, language);
  pages.set(kind, page);
  return page;
}

async function load(path: string, viewport: Viewport, language: string): Promise<Page> {
  const context = await openIn(demo.browser, 'filled', viewport, demo.server, 1);
  await context.addInitScript((tag) => localStorage.setItem('language', JSON.stringify(tag)), language);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(demo.server.origin + path);
  await page.locator(`html[lang="${language}"]`).waitFor();
  return page;
}

test('on a wide screen the parts of the frame and of screens are in mirror image', async () => {
  const [english, arabic] = [await open('/', desktop, 'en'), await open('/', desktop)];
  for (const [path, parts] of [
    ['/', ['.bar', '.header .brand', '.header-actions']],
    ['/search/map', ['.map-frame', '.near-list', '.map-tools']],
    ['/chat/personal', ['.chat-list', '.header > .header-actions']],
    ['/notifications', ['.notification-kind', '.notifications-clear']],
    ['/search/tile', ['.tile .online-dot']],
  ] as const) {
    for (const page of [english, arabic]) await visit(page, path);
    for (const part of parts) {
      const [there, here] = [await boxOf(english.locator(part).first()), await boxOf(arabic.locator(part).first())];
      // A part with words is wider in one language, and keeps its place at one edge.
      const [atStart, atEnd] = [desktop.width - there.left - here.right, desktop.width - there.right - here.left];
      expect.soft(Math.min(Math.abs(atStart), Math.abs(atEnd)), `${part} of ${path}`).toBeLessThan(2);
    }
  }
});

test('the menu of a wide screen opens beside the rail, with its round corners away from it', async () => {
  const page = await open('/', desktop);
  await page.locator('.bar-item').last().click();
  const menu = page.locator('.dialog-sheet');
  await expect.poll(async () => (await boxOf(menu)).right).toBe(desktop.width);
  expect(await menu.evaluate((one) => getComputedStyle(one).borderTopRightRadius)).toBe('0px');
  expect(await menu.evaluate((one) => getComputedStyle(one).borderTopLeftRadius)).not.toBe('0px');
  await closeDialog(page);
});

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

async function boxOf(place: Locator) {
  // Read once, because what a call brings may put another element in its place.
  const box = await until('the place on the screen', () => place.boundingBox());
  return { left: box.x, right: box.x + box.width, middle: box.x + box.width / 2 };
}

/** 'right' if the icon's point, which is its first turn, is to the right of its start. */
const pointsTo = (button: Locator): Promise<string> =>
  button
    .locator('.icon path')
    .first()
    .evaluate((path: SVGPathElement) => {
      const { a = 0 } = path.getScreenCTM() ?? {};
      const length = path.getTotalLength();
      const across = path.getPointAtLength(length / 2).x - path.getPointAtLength(0).x;
      return a * across > 0 ? 'right' : 'left';
    });

test('in a conversation the way back stands beside the face and points to the right, and the home button at the end', async () => {
  const page = await open(`/chat/personal/${demo.server.parameters.profileId}`);
  const back = page.locator('.conversation-back');
  await back.waitFor();
  const [home, way, face] = [
    await boxOf(page.locator('.brand')),
    await boxOf(back),
    await boxOf(page.locator('.conversation-face')),
  ];
  expect(way.left).toBe(face.right);
  expect(home.right).toBeLessThan(face.left);
  expect(home.left).toBe(4);
  expect(await pointsTo(back)).toBe('right');
});

test('a card is liked to the right and disliked to the left, as its buttons stand', async () => {
  const page = await open('/search/swype');
  const buttons = page.locator('.pile-buttons > button');
  await buttons.first().waitFor();
  for (const [side, button] of [['left', buttons.first()] as const, ['right', buttons.last()] as const])
    expect(await button.innerText()).toBe(await page.locator(`.swipe-label-${side}`).textContent());
  expect((await boxOf(buttons.first())).right).toBeLessThan((await boxOf(buttons.last())).left);
  expect(await buttons.first().evaluate((button) => getComputedStyle(button).direction)).toBe('rtl');
  // While the card moves to the right, its left edge is seen longest.
  expect(await page.locator('.swipe-label-right').evaluate((label: HTMLElement) => label.offsetLeft)).toBe(24);
});

test('the next picture of the carousel is at the left, for buttons, keys and swipes', async () => {
  const query = demo.server.queries['/profilePicCarousel'] ?? '';
  const [first = '', second = ''] = [query, demo.server.queries['/profilePicEdit'] ?? ''].map(
    (one) => new URLSearchParams(one).get('id') ?? '',
  );
  const page = await open(`/profilePicCarousel${query}&ids=${first},${second}`);
  const [previous, next] = [page.locator('.viewer-bottom > .button').first(), page.locator('.viewer-bottom > .button').last()];
  await next.waitFor();
  expect((await boxOf(next)).right).toBeLessThan((await boxOf(previous)).left);
  expect([await pointsTo(previous), await pointsTo(next)]).toEqual(['right', 'left']);
  const shown = async (id: string): Promise<void> => page.waitForURL((url) => url.searchParams.get('id') === id);
  await page.keyboard.press('ArrowLeft');
  await shown(second);
  await page.keyboard.press('ArrowRight');
  await shown(first);
  await drag(page, { x: 80, y: 400 }, 220);
  await shown(second);
  await drag(page, { x: 300, y: 400 }, -220);
  await shown(first);
});

test('the pictures of a profile are turned to the left', async () => {
  const page = await open(`/profile/${demo.server.parameters.profileId}`, desktop);
  const next = page.locator('.portrait-next');
  await next.click();
  await page.locator('.portrait-dot:nth-child(2).portrait-dot-current').waitFor();
  expect((await boxOf(next)).right).toBeLessThan((await boxOf(page.locator('.portrait-prev'))).left);
});

test('the arrow keys move along tabs and tiles as they stand', async () => {
  const page = await open('/games/leaderboard');
  const tabs = page.getByRole('tab');
  await tabs.first().press('ArrowLeft');
  await expect.poll(() => tabs.nth(1).getAttribute('aria-selected')).toBe('true');
  await tabs.nth(1).press('ArrowRight');
  await expect.poll(() => tabs.first().getAttribute('aria-selected')).toBe('true');
  await visit(page, '/search/tile');
  const tiles = page.locator('.tiles > li .person-link, .tiles > li > a');
  await tiles.nth(1).waitFor();
  await page.waitForLoadState('networkidle');
  await expectToTheLeft(tiles);
});

test('the arrow keys move along reactions as they stand', async () => {
  const page = await load(`/chat/personal/${demo.server.parameters.profileId}`, phone, 'ar');
  await page.locator('.message-other').last().getByRole('button').last().dispatchEvent('click');
  await expectToTheLeft(page.locator('.reaction-choices > button'));
  await page.context().close();
});

/** The left arrow key moves the focus from the first part to the second, which stands at its left, and the right one back. */
async function expectToTheLeft(parts: Locator): Promise<void> {
  const [first, second] = [parts.first(), parts.nth(1)];
  expect((await boxOf(second)).right).toBeLessThan((await boxOf(first)).right);
  for (const [from, key, to] of [
    [first, 'ArrowLeft', second],
    [second, 'ArrowRight', first],
  ] as const) {
    await from.press(key);
    expect(await to.evaluate((one) => one === document.activeElement), key).toBe(true);
  }
}

test('a swipe to the left replies to a message, and the menu opens beside its button', async () => {
  const page = await open(`/chat/personal/${demo.server.parameters.profileId}`);
  const message = page.locator('.message-other').last();
  // Waits until the log no longer moves.
  await message.locator('.bubble').click({ trial: true });
  const { x = 0, y = 0, width = 0, height = 0 } = (await message.locator('.bubble').boundingBox()) ?? {};
  await drag(page, { x: x + width / 2, y: y + height / 2 }, -100);
  await page.locator('.reply-bar').waitFor();
  const button = page.locator('.conversation-header > .button').last();
  await button.click();
  expect(Math.abs((await boxOf(page.locator('.menu-beside'))).left - (await boxOf(button)).left)).toBeLessThan(12);
  await closeDialog(page);
});

test("the members' own texts keep their direction, also in lists", async () => {
  const directions = (texts: Locator): Promise<string[]> =>
    texts.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).direction))]);
  const page = await open('/chat/personal');
  await page.locator('.chat-rows .person-line bdi').first().waitFor();
  expect(await directions(page.locator('.chat-rows .person-line'))).toEqual(['ltr']);
  await visit(page, `/profile/${demo.server.parameters.profileId}`);
  await page.locator('.profile-narrative').waitFor();
  expect(await directions(page.locator('.profile-narrative'))).toEqual(['ltr']);
  await visit(page, '/search/profile');
  await page.locator('.detail-words').first().waitFor();
  expect(await directions(page.locator('.detail-words'))).toEqual(['ltr']);
  expect(await directions(page.locator('.detail-row .person-line'))).toEqual(['rtl']);
  await visit(page, '/profileEdit');
});

test('a name that is too long for its tile shows its beginning, in Arabic and in English', async () => {
  for (const [language, long] of [
    ['ar', 'Wolfram the Second of Many'],
    ['en', 'عبد الرحمن بن محمد بن علي'],
  ] as const) {
    const page = await open('/search/tile', phone, language);
    const tile = page.locator('.tile-name').first();
    await tile.waitFor();
    const [cut, hasBeginning] = await tile.evaluate((name, text) => {
      name.textContent = text;
      const first = document.createRange();
      first.setStart(name.firstChild as Text, 0);
      first.setEnd(name.firstChild as Text, 1);
      const [letter, box] = [first.getBoundingClientRect(), name.getBoundingClientRect()];
      return [name.scrollWidth > name.clientWidth, letter.left >= box.left && letter.right <= box.right];
    }, long);
    expect([cut, hasBeginning], language).toEqual([true, true]);
  }
});

test('what is typed begins at the side of its own direction', async () => {
  const page = await open('/profileEdit');
  for (const [label, here, there] of [
    ['الاسم العلني', 'Robin!', 'نور!'],
    ['الطول', '5\'11"', 'متر'],
    ['النص التعريفي', 'Hello!', 'مرحبًا!'],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill(here);
    expect(await inkSideOf(field), here).toBe('left');
    await field.fill(there);
    expect(await inkSideOf(field), there).toBe('right');
  }
});

/** The half of a field in which its text is. */
async function inkSideOf(field: Locator): Promise<'left' | 'right'> {
  await field.blur();
  // The message that it was saved would cover a field at the lower edge.
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { width, height } = (await field.boundingBox()) ?? { width: 0, height: 0 };
  const picture = await field.screenshot();
  const contrastAt = async (left: number): Promise<number> => {
    const half = { left: Math.round(left), top: 6, width: Math.round(width / 2 - 12), height: Math.round(height - 12) };
    const levels = await sharp(picture).extract(half).greyscale().raw().toBuffer();
    return Math.max(...levels) - Math.min(...levels);
  };
  return (await contrastAt(6)) > (await contrastAt(width / 2 + 6)) ? 'left' : 'right';
}

test('heights in feet, and names that end with a sign, are read from left to right', async () => {
  const page = await open(demo.server.addressOf('/profile/{profileId}'));
  const traits = page.locator('.profile-measures > li, .profile-traits dd');
  for (const sample of [/\d'\d+"/, /^HIV\+/]) {
    const trait = traits.filter({ hasText: sample }).first();
    await trait.waitFor();
    const isInOrder = await trait.evaluate((item) => {
      const text = item.firstChild as Text;
      const leftOf = (index: number): number => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      const [first, last] = [text.data.search(/[\dH]/), text.data.search(/["+]/)];
      return leftOf(first) < leftOf(last);
    });
    expect(isInOrder, String(sample)).toBe(true);
  }
});

test('the handle of the own marker lies on the map where the marker is', async () => {
  const page = await open('/search/map');
  const handle = page.locator('.map-own-handle');
  await handle.waitFor();
  // The map puts the handle there when it is drawn for the first time.
  const apart = async () => Math.abs((await boxOf(handle)).middle - (await boxOf(page.locator('.map-view'))).middle);
  await expect.poll(apart).toBeLessThan(60);
});

test('the knob of a switch that is on, and the arrow of a field with choices, are at the left', async () => {
  const page = await open('/settings#privacy');
  const on = page.locator('.switch:checked').first();
  await on.waitFor();
  expect(await on.evaluate((one) => getComputedStyle(one, '::before').translate)).toBe('-20px');
  const select = page.locator('select.input').first();
  await select.waitFor({ state: 'attached' });
  expect(await select.evaluate((one) => getComputedStyle(one).backgroundPositionX)).toBe('14px, 20px');
});

test('Shift and an arrow key move a picture to the side of the arrow', async () => {
  const page = await open('/profileEdit');
  const pictures = page.locator('[data-picture]');
  await pictures.nth(1).locator('img').waitFor();
  const ids = () => pictures.evaluateAll((all) => all.map((one) => one.querySelector('img')?.src));
  const [first, second] = await ids();
  expect(first).not.toBe(second);
  await pictures.first().locator('button').first().press('Shift+ArrowLeft');
  await expect.poll(async () => (await ids()).slice(0, 2)).toEqual([second, first]);
});

/** Drags a finger sideways from a spot. */
async function drag(page: Page, { x, y }: { readonly x: number; readonly y: number }, byX: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: x + byX * part, y }]);
  await send('touchEnd', []);
  await client.detach();
}
