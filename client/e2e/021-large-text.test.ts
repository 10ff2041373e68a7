// Texts of twice the size fit on every route of phones, every control is large enough for a finger, and each name is read once.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openDemo, phone } from './support/demo.ts';
import { problemsOnScreens } from './support/each-screen.ts';
import { brokenWords, setTextSize, smallTargets, textProblems } from './support/fit.ts';
import { repeatedNames } from './support/names.ts';

const devices = [
  { width: 320, text: 'normal', textPx: 16 },
  { width: 390, text: 'twice as large', textPx: 32 },
  { width: 320, text: 'twice as large', textPx: 32 },
] as const;

const demo = openDemo(devices.length);

describe.each(devices)('on a phone of $width px with text that is $text', (device) => {
  test.each(['visitor', 'filled'] as const)(
    'every screen in the state %s fits, with controls of 44 px and names that are read once',
    async (state) => {
      const { width, textPx } = device;
      const screens = { ...demo, state, viewport: { ...phone, width }, turn: devices.indexOf(device), language: 'en' };
      const problems = await problemsOnScreens(screens, async (page) => {
        await setTextSize(page, textPx);
        return () => problemsOf(page, device);
      });
      expect(problems).toEqual([]);
    },
  );
});

async function problemsOf(page: Page, device: (typeof devices)[number]): Promise<string[]> {
  const problems = [...(await textProblems(page)), ...(await smallTargets(page))];
  // A narrow phone with large text has lines of a few letters.
  if (device !== devices[2]) problems.push(...(await brokenWords(page)).map((word) => `${word} is broken in two lines`));
  if (device === devices[0]) problems.push(...(await repeatedNames(page)).map((name) => `"${name}" reads a name twice`));
  return problems;
}
