// Skeletons have the places and sizes of what follows them, answers are within reach, and wide screens have no holes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settle, type State, type Viewport } from '#scripts/screens/states.ts';
import { openDemo, desktop, pagesOf, phone } from './support/demo.ts';

const demo = openDemo(1);
const newPage = pagesOf(demo);

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

async function openOn<T>(viewport: Viewport, state: State, path: string, read: (page: Page) => Promise<T>): Promise<T> {
  const page = await newPage(state, viewport);
  await page.goto(demo.server.origin + demo.server.addressOf(path));
  const result = await read(page);
  await page.close();
  return result;
}

async function boxesOf(page: Page, selector: string): Promise<Box[]> {
  await page.locator(`main ${selector}`).first().waitFor();
  return page.locator(`main ${selector}`).evaluateAll((parts) =>
    parts.map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return { left, top, width, height };
    }),
  );
}

/** The last value is how far above or below its skeleton the content may begin, in px. */
const pairs = [
  ['/games/ratinggame', '.pile-buttons > .skeleton', '.pile-buttons > .button', 4],
  ['/games/gptbuster', '.game-answers > .skeleton', '.game-answers > .button', 4],
  ['/games/arbitration/{caseId}', '.vote-skeleton', '.framed-choices > .choice', 16],
  ['/games/arbitration', '[aria-busy] h2', '.case-card h2', 16],
  ['/games/leaderboard', '.board-loading .skeleton-face', '.board .picture', 4],
  ['/games/health', '.skeleton-face', '.people .picture', 4],
  ['/games/cooties', '.glitter-skeleton', '.glitter', 4],
  ['/games/welcome', '.tabs', '[role="tablist"]', 0],
] as const;

test.each(pairs)('on a phone the skeleton of %s stands where its content will', async (path, skeleton, content, maxMovePx) => {
  const before = await openOn(phone, 'loading', path, (page) => boxesOf(page, skeleton));
  const after = await openOn(phone, 'filled', path, (page) => boxesOf(page, content));
  for (const [index, box] of before.slice(0, after.length).entries()) {
    const place = `${path} ${index}`;
    expect(Math.abs(box.left - (after[index]?.left ?? Infinity)), place).toBeLessThan(4);
    expect(Math.abs(box.width - (after[index]?.width ?? Infinity)), place).toBeLessThan(4);
  }
  expect(Math.abs((before[0]?.top ?? 0) - (after[0]?.top ?? Infinity))).toBeLessThanOrEqual(maxMovePx);
  expect(Math.abs((before[0]?.height ?? 0) - (after[0]?.height ?? Infinity))).toBeLessThan(4);
});

test.each([phone, desktop])('on a $name, places for pictures stand where the skeleton of pictures was', async (viewport) => {
  const path = '/profileEdit';
  const read = async (page: Page, places: string) => [
    await boxesOf(page, places),
    (await boxesOf(page, '.profile-about'))[0]?.top,
  ];
  const skeleton = await openOn(viewport, 'loading', path, (page) => read(page, '.led-pictures > .skeleton'));
  expect(skeleton[0]).toHaveLength(3);
  expect(await openOn(viewport, 'empty', path, (page) => read(page, '.picture-place'))).toEqual(skeleton);
});

test('on a phone the answers to the longest text are above the bar', async () => {
  const text = 'I have lived within ten minutes of the same canal for twenty years. '.repeat(12);
  const page = await newPage('filled', phone);
  await page.route('**/api/games/gptbuster/round', (route) =>
    route.fulfill({ json: { round: { id: '00000000-0000-4000-8000-000000000001', text } } }),
  );
  await page.goto(`${demo.server.origin}/games/gptbuster`);
  await page.locator('.game-text').getByText('the same canal').waitFor();
  const [answer, bar] = [
    await page.getByRole('button', { name: 'A member' }).boundingBox(),
    await page.locator('.bar').boundingBox(),
  ];
  expect((answer?.y ?? Infinity) + (answer?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.close();
});

test.each([
  ['/games/ratinggame', phone],
  ['/games/ratinggame', desktop],
  ['/games/photocrop', phone],
  ['/games/photocrop', desktop],
  ['/games/gptbuster', phone],
] as const)('%s fits the window', async (path, viewport) => {
  const overflow = await openOn(viewport, 'filled', path, async (page) => {
    await settle(page, 'filled');
    return page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  });
  expect(overflow).toBe(0);
});

test('on a phone the answers to a short text stand directly above the bar', async () => {
  const gap = await openOn(phone, 'filled', '/games/gptbuster', async (page) => {
    await page.getByRole('button', { name: 'A member' }).waitFor();
    const [foot, bar] = [await page.locator('.split-foot').boundingBox(), await page.locator('.bar').boundingBox()];
    return (bar?.y ?? 0) - (foot?.y ?? 0) - (foot?.height ?? 0);
  });
  expect(Math.abs(gap)).toBeLessThan(2);
});

test.each([phone, desktop])(
  'the leaderboard has the first three on a podium, read in order, and the member’s own place above or beside it',
  async (viewport) => {
    await openOn(viewport, 'filled', '/games/leaderboard', async (page) => {
      const [first, second, third, fourth] = await boxesOf(page, '.board > li');
      if (!first || !second || !third || !fourth) throw new Error('too few members');
      expect(second.left).toBeLessThan(first.left);
      expect(first.left).toBeLessThan(third.left);
      expect(first.height).toBeGreaterThan(second.height);
      for (const { top, height } of [first, second, third]) expect(top + height).toBeLessThanOrEqual(fourth.top);
      expect(fourth.width).toBeGreaterThan(first.width + second.width + third.width);
      const places = await page.locator('.board > li').evaluateAll((rows) => rows.map((row) => Number(row.dataset.place)));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      const [own, board] = [(await boxesOf(page, '.board-own'))[0], (await boxesOf(page, '.board'))[0]];
      if (!own || !board) throw new Error('not shown');
      // One line.
      expect(own.height).toBeLessThan(50);
      if (viewport === desktop) expect(own.left).toBeGreaterThan(board.left + board.width);
      else {
        expect(own.top + own.height).toBeLessThan(first.top);
        const [note] = await boxesOf(page, '.board-note');
        expect(note?.top).toBeGreaterThanOrEqual(board.top + board.height);
      }
    });
  },
);

test('each of the first three on the leaderboard has its own colour and height', async () => {
  const [heights, colours] = await openOn(phone, 'filled', '/games/leaderboard', async (page) => {
    const firsts = await boxesOf(page, '.board > li:nth-child(-n + 3)');
    const styles = page.locator('.board > li:nth-child(-n + 3)');
    return [
      firsts.map(({ height }) => height),
      await styles.evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor)),
    ] as const;
  });
  expect(heights).toEqual(heights.toSorted((one, other) => other - one));
  expect([new Set(heights).size, new Set(colours).size]).toEqual([3, 3]);
});

test('a skeleton stands for the next page of the leaderboard, and on wide screens its tabs reach from edge to edge', async () => {
  await openOn(desktop, 'filled', '/games/leaderboard', async (page) => {
    await page.locator('.board').waitFor();
    const [head, tabs] = [(await boxesOf(page, '.page-head'))[0], (await boxesOf(page, '.tabs'))[0]];
    expect([tabs?.left, tabs?.width]).toEqual([head?.left, head?.width]);
  });
  await openOn(phone, 'filled', '/games/leaderboard', async (page) => {
    await page.route('**/api/games/leaderboard*', async (route) => {
      if (route.request().url().includes('afterProfileId')) return;
      const listed: unknown = await (await route.fetch()).json();
      const [row] = Array.isArray(listed) ? listed : [];
      const rows = Array.from({ length: 20 }, (_, index) => ({
        ...row,
        profile: { ...row.profile, profileId: `00000000-0000-4000-8000-0000000000${10 + index}` },
      }));
      await route.fulfill({ json: rows });
    });
    await page.reload();
    await page.locator('.board > li').nth(19).scrollIntoViewIfNeeded();
    await page.locator('.board-more .skeleton-person').nth(3).waitFor();
    expect((await boxesOf(page, '.board-more .skeleton-person'))[1]?.height).toBe(
      (await boxesOf(page, '.board > li'))[5]?.height,
    );
    const said = page.locator('.board-more').getByRole('status');
    expect(await said.evaluate((text) => getComputedStyle(text).clipPath)).toBe('inset(50%)');
  });
});

test('on a phone the rules of Cooties are open below the card, and those of arbitration are folded', async () => {
  await openOn(phone, 'filled', '/games/cooties', async (page) => {
    const [card] = await boxesOf(page, '.glitter');
    const [rules] = await boxesOf(page, '.game-header');
    expect(rules?.top).toBeGreaterThan((card?.top ?? 0) + (card?.height ?? Infinity));
    await page.getByText('Some players have glitter.').waitFor();
  });
  for (const viewport of [phone, desktop])
    await openOn(viewport, 'filled', '/games/arbitration', async (page) => {
      await page.locator('.case-card .button').first().waitFor();
      expect(await page.getByText('Five members, chosen at random').isVisible()).toBe(viewport === desktop);
    });
});

test('on a phone the card of a short text is no higher than it needs to be', async () => {
  await openOn(phone, 'filled', '/games/gptbuster', async (page) => {
    const round = { id: '00000000-0000-4000-8000-000000000001', text: 'Short.' };
    await page.route('**/api/games/gptbuster/round', (route) => route.fulfill({ json: { round } }));
    await page.reload();
    await page.getByText(round.text).waitFor();
    expect((await boxesOf(page, '.game-text'))[0]?.height).toBe(200);
  });
});

test('on wide screens the headings of Support keep their distance, and the prices stand below the words', async () => {
  const gapBetween = (page: Page, upper: string, lower: string) =>
    page.evaluate(
      ([above = '', below = '']) =>
        (document.querySelector(below)?.getBoundingClientRect().top ?? 0) -
        (document.querySelector(above)?.getBoundingClientRect().bottom ?? 0),
      [upper, lower],
    );
  const support = await openOn(desktop, 'visitor', '/support', async (page) => {
    await settle(page, 'visitor');
    return gapBetween(page, '.lead', '.questions h2');
  });
  expect(support).toBeGreaterThanOrEqual(24);
  const billing = await openOn(desktop, 'filled', '/billing', async (page) => {
    await settle(page, 'filled');
    return gapBetween(page, '.prose', '.prices');
  });
  expect(billing).toBeGreaterThanOrEqual(16);
  expect(billing).toBeLessThanOrEqual(40);
});

test('on wide screens the switches of Find and Likes stand at one place in the header, and faces begin 16 px below it', async () => {
  const placesOn = (path: string) =>
    openOn(desktop, 'filled', path, async (page) => {
      const [face] = await boxesOf(page, '.picture');
      const [tab] = await boxesOf(page, '.tab');
      const header = await page.locator('.header').boundingBox();
      return { tab: [tab?.left, tab?.top, tab?.height], gap: (face?.top ?? 0) - (header?.y ?? 0) - (header?.height ?? 0) };
    });
  const [find, likes] = [await placesOn('/search/tile'), await placesOn('/likes/profilelikedyou')];
  expect(likes).toEqual(find);
  expect(find.gap).toBe(16);
});

test('on wide screens the list beside the map begins where its skeleton does', async () => {
  const before = await openOn(desktop, 'loading', '/search/map', (page) => boxesOf(page, '.near-list .skeleton-face'));
  const after = await openOn(desktop, 'filled', '/search/map', (page) => boxesOf(page, '.near-list .picture'));
  expect(before[0]).toEqual(after[0]);
  expect(Math.abs((before[1]?.top ?? 0) - (after[1]?.top ?? Infinity))).toBeLessThan(2);
});

test('on wide screens the skeleton of a profile fills the place of its picture', async () => {
  const path = '/profile/{profileId}';
  const before = await openOn(desktop, 'loading', path, (page) => boxesOf(page, '.portrait-page > .skeleton'));
  const after = await openOn(desktop, 'filled', path, (page) => boxesOf(page, '.portrait-page > .picture'));
  expect(before).toEqual(after.slice(0, 1));
});

test('on a phone the rows of Details are as high as their skeletons', async () => {
  const path = '/search/profile';
  const before = await openOn(phone, 'loading', path, (page) => boxesOf(page, '.detail-row'));
  const after = await openOn(phone, 'filled', path, async (page) => {
    await page.locator('.detail-words').first().waitFor();
    return boxesOf(page, '.detail-row:has(.detail-words):has(.detail-traits)');
  });
  expect(Math.abs((before[1]?.height ?? 0) - (after[1]?.height ?? Infinity))).toBeLessThan(1);
});

test.each([phone, desktop])('in Details the icon of the chat button ends where the words do, on a $name', async (viewport) => {
  const [icon, words] = await openOn(viewport, 'filled', '/search/profile', async (page) => [
    (await boxesOf(page, '.detail-row .person-row > .button .icon'))[0],
    (await boxesOf(page, '.detail-row .person-row'))[0],
  ]);
  const rightOf = (box: Box | undefined) => (box?.left ?? 0) + (box?.width ?? 0);
  expect(rightOf(icon)).toBe(rightOf(words));
});

test.each([phone, desktop])('in Details a portrait stands beside all that is said, on a $name', async (viewport) => {
  const [rows, portraits, words] = await openOn(viewport, 'filled', '/search/profile', async (page) => {
    await page.locator('.detail-words').first().waitFor();
    const withWords = '.detail-row:has(.detail-words)';
    return [
      await boxesOf(page, withWords),
      await boxesOf(page, `${withWords} .avatar`),
      await boxesOf(page, `${withWords} :is(.person-row, .detail-words)`),
    ];
  });
  expect(portraits?.length).toBe(rows?.length);
  for (const [index, { left, top, width, height }] of (portraits ?? []).entries()) {
    expect(width).toBeGreaterThanOrEqual(104);
    expect(height / width).toBeCloseTo(1.25, 1);
    expect(top + height).toBeLessThanOrEqual((rows?.[index]?.top ?? 0) + (rows?.[index]?.height ?? 0));
    for (const beside of (words ?? []).slice(2 * index, 2 * index + 2))
      expect(beside.left).toBeGreaterThanOrEqual(left + width + 8);
  }
});

test('on a phone all sections of the dashboard can be seen at once', async () => {
  const links = await openOn(phone, 'admin', '/dashboard', (page) => boxesOf(page, '.dash-jump'));
  expect(links.length).toBeGreaterThan(4);
  for (const { left, width } of links) expect(left + width).toBeLessThanOrEqual(phone.width);
});
