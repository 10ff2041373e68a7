// Edges that stay where they are: skeletons of a conversation, bubbles with a reaction, chosen chips, Find's bar over a list.
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import type { State, Viewport } from '#scripts/screens/states.ts';
import { desktop, openDemo, pagesOf, phone } from './support/demo.ts';

const demo = openDemo(1);
const newPage = pagesOf(demo);
const conversation = '/chat/personal/{profileId}';
let page: Page;
afterEach(() => page.close());

async function open(path: string, viewport: Viewport, state: State = 'filled', brand = ''): Promise<void> {
  const url = new URL(demo.server.addressOf(path), demo.server.origin);
  if (brand !== '') url.hostname = `${brand}.localhost`;
  page = await newPage(state, viewport, url);
  await page.goto(url.href);
}

/** The outermost edges of all matching elements. */
const edgesOf = (all: Locator): Promise<[left: number, right: number]> =>
  all.evaluateAll((elements) => {
    const boxes = elements.map((element) => element.getBoundingClientRect());
    return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
  });

/** The left edges of the elements, each value once. */
const leftsOf = async (all: Locator): Promise<number[]> => [
  ...new Set(await all.evaluateAll((elements) => elements.map((one) => Math.round(one.getBoundingClientRect().left)))),
];

const widthOf = async (one: Locator): Promise<number> => (await one.boundingBox())?.width ?? 0;

test.each([phone, desktop])('on a $name, a conversation has its edges and its heart while it loads', async (viewport) => {
  await open(conversation, viewport);
  const heart = () => page.locator('.conversation-header .like');
  const bubbles = page.locator('.log .bubble');
  await bubbles.first().waitFor();
  await page.locator('.conversation-header a.button').waitFor({ state: 'attached' });
  const [edges, heartEdges] = [await edgesOf(bubbles), await edgesOf(heart())];
  const send = await edgesOf(page.getByRole('button', { name: 'Send' }));
  expect(send[1]).toBe(edges[1]);
  await page.close();
  await open(conversation, viewport, 'loading');
  await page.locator('.bubble-skeleton').first().waitFor();
  expect(await edgesOf(page.locator('.bubble-skeleton'))).toEqual(edges);
  expect(await edgesOf(heart())).toEqual(heartEdges);
});

test.each([phone, desktop])(
  'on a $name, the header of a conversation has the face once, and age and distance beside the name',
  async (viewport) => {
    await open(conversation, viewport);
    const facts = page.locator('.conversation-facts');
    await facts.getByText(/^\d+ · [\d.,]+ (mi|ft)$/).waitFor();
    const [name, fact] = await Promise.all([page.locator('.conversation-who > h1'), facts].map(edgesOf));
    expect(fact?.[0]).toBeGreaterThanOrEqual(name?.[1] ?? Infinity);
    expect(await page.locator('.conversation-header .avatar').count()).toBe(1);
    // At the end, as on a profile.
    if (viewport === phone) expect((await edgesOf(page.locator('.brand img')))[1]).toBe(phone.width - 16);
  },
);

test('a conversation begins with the face and the words of the member, above the first day', async () => {
  await open(conversation, phone);
  const beginning = page.locator('.log-scroller .empty');
  await beginning.locator('.conversation-words').waitFor();
  expect(await widthOf(beginning.locator('.avatar'))).toBe(64);
  const [{ y = 0, height = 0 }, day] = [
    (await beginning.boundingBox()) ?? {},
    await page.locator('.log-separator').boundingBox(),
  ];
  expect(day?.y).toBeGreaterThanOrEqual(y + height);
});

test('a reaction makes no bubble wider, and begins where the text does', async () => {
  await open(conversation, desktop);
  const bubble = page.locator('.message-other .bubble', { hasText: 'I killed mine' });
  const width = await widthOf(bubble);
  await bubble.click({ button: 'right' });
  await page.locator('.reaction-choices button').first().click();
  const reaction = bubble.locator('.reaction');
  await reaction.waitFor();
  expect(await widthOf(bubble)).toBe(width);
  expect(await leftsOf(reaction)).toEqual(await leftsOf(bubble.locator('.bubble-text')));
});

test('without a name that is known, the header has one line, beside the middle of the face', async () => {
  await open(conversation, phone, 'failed');
  const middleOf = (one: string) =>
    page.locator(`.conversation-${one}`).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  await page.locator('h1:not(.skeleton)').getByText('Member').waitFor();
  expect(await middleOf('who > h1')).toBeCloseTo(await middleOf('face'), 0);
});

test.each(brands)('bubbles and the field for a message have the corners of the brand: $key', async ({ key, shape }) => {
  await open(conversation, phone, 'filled', key);
  const radiusOf = (part: Locator, corner: `border-${'start' | 'end'}-${'start' | 'end'}-radius` = 'border-start-start-radius') =>
    part.first().evaluate((one, name) => Number.parseFloat(getComputedStyle(one).getPropertyValue(name)), corner);
  const [other, own] = [page.locator('.message-other.message-start .bubble'), page.locator('.message-own .bubble')];
  expect(await radiusOf(other)).toBeCloseTo(18 * shape.radius, 1);
  expect(await radiusOf(page.locator('.editor .input'))).toBeCloseTo(22 * shape.radius, 1);
  // Each bubble points to its side.
  expect(await radiusOf(other, 'border-end-start-radius')).toBe(4);
  expect(await radiusOf(own, 'border-end-end-radius')).toBe(4);
});

test.each(['tile', 'profile'])('Find’s bar and its buttons stay in sight over a long list: %s', async (screen) => {
  await open(`/search/${screen}`, { ...phone, height: 500 });
  const bar = page.locator('.find-tabs');
  const filters = page.getByRole('button', { name: 'Filters' });
  const bell = page.getByRole('link', { name: /^Notifications/ });
  const middleOf = async (one: Locator): Promise<number> => {
    const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
    return y + height / 2;
  };
  await page.locator('main li:has(a)').nth(5).waitFor();
  const before = await middleOf(bar);
  const scrolled = () => page.mouse.wheel(0, 600).then(() => page.evaluate(() => scrollY));
  await expect.poll(scrolled).toBeGreaterThan(200);
  await expect.poll(() => middleOf(bar)).toBeGreaterThan(0);
  expect(await middleOf(bar)).toBeLessThan(before);
  expect(await middleOf(filters)).toBeCloseTo(await middleOf(bell), 0);
  await filters.click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
});

test.each([phone, desktop])(
  'on a $name, the games have the faces of the first three, and room for them before',
  async (viewport) => {
    await open('/games', viewport, 'loading');
    const card = () => page.locator('.game', { hasText: 'Leaderboard' });
    await card().waitFor();
    const loading = await edgesOf(card().locator('.game-leaders'));
    await page.close();
    await open('/games', viewport);
    const faces = card().locator('.avatar');
    await faces.nth(2).waitFor();
    expect(await faces.count()).toBe(3);
    expect(await edgesOf(card().locator('.game-leaders'))).toEqual(loading);
    const [left, right] = await edgesOf(faces);
    expect(left).toBeGreaterThanOrEqual((await edgesOf(card().locator('.game-icon')))[1]);
    expect(right).toBeLessThanOrEqual((await edgesOf(card()))[1]);
  },
);

test('on a phone, all nine games are above the bar, two in a row, each with a hue of its own', async () => {
  await open('/games', phone);
  const cards = page.locator('.game');
  await page.locator('.game-leaders > .avatar').nth(2).waitFor();
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
  expect(boxes.map(({ x }) => x)).toEqual([16, 199, 16, 199, 16, 199, 16, 199, 16]);
  const bar = (await page.locator('.bar').boundingBox())?.y;
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(bar ?? 0);
  const colours = await page.locator('.game > .game-icon').evaluateAll((all) => all.map((icon) => getComputedStyle(icon).color));
  expect(new Set(colours).size).toBe(9);
});

test('on a phone, the settings begin with one’s face, which leads to the profile, and have a card for each group', async () => {
  await open('/settings', phone);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const own = sections.getByRole('link', { name: /Edit profile$/ });
  await own.locator('img').waitFor();
  expect(await leftsOf(sections.locator('.settings-group'))).toEqual([16]);
  const counts = await sections.locator('.settings-group').evaluateAll((all) => all.map((group) => group.children.length));
  expect(counts).toEqual([4, 4, 4, 2, 2]);
  await own.click();
  await page.waitForURL('**/profileEdit');
});

test.each([phone, desktop])('on a $name, the main picture is as large as four others in the editor', async (viewport) => {
  await open('/profileEdit', viewport);
  const pictures = page.locator('[data-picture]');
  await pictures.nth(2).waitFor();
  const [main, second, third] = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  expect(main.width).toBeCloseTo(2 * second.width + 8, 0);
  expect([main.top, main.bottom]).toEqual([second.top, third.bottom]);
  const shown = await pictures.first().locator('.picture').boundingBox();
  expect([shown?.width, shown?.height]).toEqual([main.width, main.height]);
});

test('Save sticks to the foot of the profile editor only while a field is edited or not saved', async () => {
  await open('/profileEdit', phone);
  const field = page.getByLabel('Public name');
  await field.waitFor();
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  const isInSight = () => save.evaluate((button) => button.getBoundingClientRect().bottom < innerHeight);
  // The page grows while its last parts load.
  await page.waitForLoadState('networkidle');
  expect(await isInSight()).toBe(false);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await field.focus();
  expect(await isInSight()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  await field.blur();
  expect(await isInSight()).toBe(false);
});

test('on a phone, the dashboard shows the members before the charts of the server', async () => {
  await open('/dashboard', phone, 'admin');
  await page.getByRole('region', { name: 'Health' }).locator('.figure').first().waitFor();
  const topOf = (id: string) => page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top);
  const tops = await Promise.all(['cases', 'members', 'test-users', 'health'].map(topOf));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

test('in a wide window, the members stand beside what waits for an administrator', async () => {
  await open('/dashboard', desktop, 'admin');
  await page.getByRole('region', { name: 'Health' }).locator('.figure').first().waitFor();
  const topOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.y ?? 0;
  const [cases, members, tests, health, contact] = await Promise.all(
    ['cases', 'members', 'test-users', 'health', 'contact'].map(topOf),
  );
  expect(members).toBe(cases);
  const bottomOf = async (id: string) =>
    (await page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().bottom)) + 24;
  expect(health).toBeCloseTo(await bottomOf('contact'), 0);
  expect(tests).toBeCloseTo(await bottomOf('members'), 0);
  expect(contact).toBeLessThan(tests ?? 0);
});

test('on a phone, the words of tabs begin at the edge of the other words', async () => {
  for (const path of ['/games/welcome', '/games/photocrop', '/games/leaderboard']) {
    await open(path, phone);
    const words = page.getByRole('tab').first();
    await words.waitFor();
    const left = await words.evaluate((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab);
      return range.getBoundingClientRect().left;
    });
    expect([path, Math.round(left)]).toEqual([path, 16]);
    if (path !== '/games/leaderboard') await page.close();
  }
});

test('a newcomer is greeted with a hand as large as other pictures of games', async () => {
  await open('/games/welcome', phone, 'empty');
  const hand = page.locator('.glitter .icon');
  await hand.waitFor();
  expect(await widthOf(hand)).toBeGreaterThanOrEqual(48);
  expect(await hand.evaluate((icon) => getComputedStyle(icon).fill)).toBe('none');
});

test('in a wide window, no title of the settings takes two lines', async () => {
  await open('/settings', desktop);
  const titles = page.locator('.settings:not([aria-busy]) .settings-jump');
  await titles.nth(15).waitFor();
  const heights = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect([...new Set(heights)]).toEqual([36]);
});

test('an attribute keeps its width when it is chosen, so that no other moves', async () => {
  await open('/profileEdit', phone);
  const chip = page.locator('.characteristic', { hasText: 'Versatile' });
  const width = await widthOf(chip);
  const isChosen = await chip.getByRole('checkbox').isChecked();
  await chip.getByRole('checkbox').setChecked(!isChosen);
  expect(await widthOf(chip)).toBe(width);
});

test('in a wide window, the days of notifications form two columns from edge to edge, and reply links one', async () => {
  await open('/notifications', desktop);
  await page.locator('li.notification').first().waitFor();
  expect(await edgesOf(page.locator('li.notification'))).toEqual(await edgesOf(page.locator('.page-head')));
  const lefts = await leftsOf(page.locator('li.notification'));
  expect(lefts.length).toBe(2);
  expect(await leftsOf(page.locator('.notification-day > h2'))).toEqual(lefts);
  await page.goto(`${demo.server.origin}/chat/broadcast`);
  const replies = page.locator('.broadcast-actions a');
  await replies.nth(2).waitFor();
  expect((await leftsOf(replies)).length).toBe(1);
});

/** For each person: the number of attributes, including those that only the last chip counts, and the number of lines. */
const traitsOf = (): Promise<{ label: string | null; count: number; lines: number; isCut: boolean }[]> =>
  page.locator('.detail-traits').evaluateAll((lists) =>
    lists.map((list) => {
      const chips = [...list.children] as HTMLElement[];
      const more = chips.filter(({ className }) => className === 'detail-more');
      return {
        label: list.getAttribute('aria-label'),
        count: chips.length - more.length + Number(more[0]?.textContent ?? 0),
        lines: new Set(chips.map(({ offsetTop }) => offsetTop)).size,
        isCut: chips.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) || list.scrollWidth > list.clientWidth,
      };
    }),
  );

test('the notifications of a day follow each other, and a sentence with short names fits in one line', async () => {
  await open('/notifications', phone);
  // How many notifications are of today and of yesterday depends on the time of day.
  const several = page.locator('.notification-day', { has: page.locator('li.notification + li.notification') });
  const rows = several.first().locator('li.notification');
  await rows.nth(1).waitFor();
  const boxes = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const [index, { top }] of boxes.slice(1).entries()) expect(top - boxes[index]?.bottom).toBeLessThan(2);
  const wrapped = await page
    .locator('.notification-text > span', { hasText: 'like each other' })
    .evaluateAll((texts) =>
      texts.filter((text) => text.getBoundingClientRect().height > 24).map(({ textContent }) => textContent),
    );
  expect(wrapped).toEqual([]);
  const likes = page.locator('.notification-text > span', { hasText: ' likes you.' });
  const names = await likes.evaluateAll((texts) =>
    texts.map((text) => {
      const name = text.querySelector('.notification-name');
      const isBold = name !== null && getComputedStyle(name).fontWeight === '600';
      return isBold && text.textContent === `${name.textContent} likes you.`;
    }),
  );
  expect(names).toEqual(names.map(() => true));
  expect(names.length).toBeGreaterThan(0);
  const bin = await rows
    .first()
    .getByRole('button', { name: /^Delete: / })
    .boundingBox();
  expect([bin?.width, bin?.height]).toEqual([44, 44]);
});

test('on a phone, faces of notifications and of broadcasts begin at the edge, and the tabs of likes end where the tiles do', async () => {
  for (const [path, faces] of [
    ['/notifications', 'li.notification .notification-face'],
    ['/chat/broadcast', 'li.broadcast .avatar'],
  ] as const) {
    await open(path, phone);
    await page.locator(faces).nth(2).waitFor();
    expect([path, await leftsOf(page.locator(faces))]).toEqual([path, [16]]);
    await page.close();
  }
  await open('/likes/profilelikedyou', phone);
  await page.locator('.likes-tiles .tile').nth(2).waitFor();
  expect(await edgesOf(page.locator('.likes-tabs > .tab'))).toEqual(await edgesOf(page.locator('.likes-tiles')));
});

test('attributes take one line, none of them is cut off, and the last chip counts those left out', async () => {
  await open('/search/profile', desktop);
  await page.locator('.detail-traits').first().waitFor();
  const wide = (await traitsOf()).map(({ label, count }) => ({ label, count, lines: 1, isCut: false }));
  // The server may return people in another order.
  const firstTraits = async () => {
    const now = await traitsOf();
    return wide.map(({ label }) => now.find((one) => one.label === label));
  };
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(firstTraits).toEqual(wide);
  }
  await page.locator('.detail-more').first().waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(firstTraits).toEqual(wide);
});
