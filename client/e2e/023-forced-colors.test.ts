// In forced colours, which the reader chooses, controls, choices and what is new can still be told apart.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openIn } from '#scripts/screens/states.ts';
import { desktop, openDemo, phone } from './support/demo.ts';

/** Contrasts of WCAG 2.2 for controls and for text. */
const seen = 3;
const legible = 4.5;

const demo = openDemo();
let page: Page;
beforeAll(async () => {
  page = await (await openIn(demo.browser, 'filled', phone, demo.server, 0)).newPage();
});

type ColorOf = 'color' | 'background-color' | 'border-bottom-color' | 'border-top-color' | 'outline-color';

/** A color of an element, or of its `::before`, that is drawn on the page or on another color of the element. */
interface Drawn {
  readonly selector: string;
  readonly color: ColorOf;
  readonly on?: ColorOf;
  readonly before?: true;
}

/** The contrast of the first such element on the screen. It is 1 if the border or outline with the color is not drawn. */
const contrastOf = (drawn: Drawn): Promise<number> =>
  page
    .locator(drawn.selector)
    .filter({ visible: true })
    .first()
    .evaluate((element, { color, on, before }) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (canvas === null) throw new Error('No canvas');
      const style = getComputedStyle(element, before ? '::before' : undefined);
      const own = getComputedStyle(element);
      const isWithoutLine = (side: string): boolean =>
        style.getPropertyValue(`${side}-style`) === 'none' || Number.parseFloat(style.getPropertyValue(`${side}-width`)) === 0;
      const side = /^(?:border-\w+|outline)(?=-color)/.exec(color)?.[0];
      if (side !== undefined && isWithoutLine(side)) return 1;
      const light = (...colors: string[]): number => {
        for (const one of colors) {
          canvas.fillStyle = one;
          canvas.fillRect(0, 0, 1, 1);
        }
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const page = getComputedStyle(document.documentElement).backgroundColor;
      const ground = on === undefined ? page : own.getPropertyValue(on);
      const [a, b] = [light(page, ground), light(page, ground, style.getPropertyValue(color))].toSorted((x, y) => x - y);
      return ((b ?? 0) + 0.05) / ((a ?? 0) + 0.05);
    }, drawn);

async function open(path: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
  await page.goto(demo.server.origin + path);
  await page.locator('main .skeleton').filter({ visible: true }).first().waitFor({ state: 'hidden' });
}

const isAtLeast = async (least: number, ...all: Drawn[]): Promise<void> => {
  for (const drawn of all) expect(await contrastOf(drawn), JSON.stringify(drawn)).toBeGreaterThanOrEqual(least);
};

test.each(['light', 'dark'] as const)('in %s colours of the reader, controls and marks can be seen', async (colorScheme) => {
  await page.setViewportSize(desktop);
  await open('/settings', colorScheme);
  await page.locator('.switch').first().waitFor();
  await isAtLeast(
    seen,
    { selector: '.button:not(:disabled)', color: 'border-top-color' },
    { selector: '.switch:not(:checked)', color: 'border-top-color' },
    { selector: '.switch:not(:checked)', before: true, color: 'background-color', on: 'background-color' },
    { selector: '.switch:checked', color: 'background-color' },
    { selector: '.switch:checked', before: true, color: 'background-color', on: 'background-color' },
    { selector: '.input', color: 'border-top-color' },
  );
  await page.setViewportSize(phone);

  await open('/chat/personal', colorScheme);
  await page.locator('.chat-rows .badge').first().waitFor();
  await isAtLeast(
    seen,
    { selector: '.badge', color: 'background-color' },
    { selector: '.bar-item[data-current] .icon', color: 'outline-color' },
  );
  await isAtLeast(
    legible,
    { selector: '.badge', color: 'color', on: 'background-color' },
    { selector: '.person-line', color: 'color' },
  );
  expect(await contrastOf({ selector: '.bar-item:not([data-current]) .icon', color: 'outline-color' })).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await isAtLeast(seen, { selector: ':focus-visible', color: 'outline-color' });

  await open('/likes/youlikedprofile', colorScheme);
  await isAtLeast(seen, { selector: '.tab[aria-current]', color: 'border-bottom-color' });
  expect(await contrastOf({ selector: '.tab:not([aria-current])', color: 'border-bottom-color' })).toBe(1);

  await open('/profileEdit', colorScheme);
  await page.locator('.characteristic:has(:checked)').first().waitFor();
  await isAtLeast(
    seen,
    { selector: '.characteristic:has(:checked)', color: 'background-color' },
    { selector: '.characteristic:not(:has(:checked))', color: 'border-top-color' },
  );
  await isAtLeast(legible, { selector: '.characteristic:has(:checked)', color: 'color', on: 'background-color' });
  expect(await contrastOf({ selector: '.characteristic:not(:has(:checked))', color: 'background-color' })).toBe(1);

  await open('/search/tile', colorScheme);
  await page.locator('.online-dot').first().waitFor();
  await isAtLeast(seen, { selector: '.online-dot', color: 'background-color' });

  await open(`/chat/personal/${demo.server.parameters.profileId}`, colorScheme);
  await page.locator('.message-own .bubble').first().waitFor();
  await isAtLeast(legible, { selector: '.message-own .bubble', color: 'color', on: 'background-color' });
  await isAtLeast(seen, { selector: '.message-other .bubble', color: 'border-top-color' });
});
