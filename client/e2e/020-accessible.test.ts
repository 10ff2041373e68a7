// Every screen, on narrow phones and a desktop, in both themes, with text of normal and twice the size, and on a phone held
// sideways: its texts fit, its controls are large enough for a finger, each name is read once, and accessibility has no violations.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violationsOn, colorRules } from './support/axe.ts';
import { desktop, openDemo, phone } from './support/demo.ts';
import { problemsOnScreens, type Look } from './support/each-screen.ts';
import { brokenWords, smallTargets, textProblems } from './support/fit.ts';
import { namingProblems, repeatedNames } from './support/names.ts';
import { lookSideways } from './support/sideways.ts';

const demo = openDemo(2);
beforeAll(fill);

const broken = async (page: Page): Promise<string[]> => (await brokenWords(page)).map((word) => `${word} is broken in two lines`);
const repeated = async (page: Page): Promise<string[]> => [
  ...(await repeatedNames(page)).map((name) => `"${name}" reads a name twice`),
  ...(await namingProblems(page)),
];

const narrow: Look = {
  name: 'on the narrowest phone',
  width: 320,
  height: 640,
  problemsOn: async (page) => [
    ...(await textProblems(page)),
    ...(await smallTargets(page)),
    ...(await broken(page)),
    ...(await repeated(page)),
    ...(await violationsOn(page)),
  ],
};
const wide: Look = {
  name: 'on a desktop',
  width: desktop.width,
  height: desktop.height,
  problemsOn: async (page) => [...(await textProblems(page)), ...(await broken(page)), ...(await violationsOn(page))],
};
const loading: Look = { ...narrow, problemsOn: (page) => violationsOn(page) };
const inDark = (look: Look): Look => ({
  ...look,
  name: `${look.name} in dark`,
  colorScheme: 'dark',
  problemsOn: (page) => violationsOn(page, colorRules),
});
const large: readonly Look[] = [
  {
    name: 'on a phone with text twice as large',
    width: phone.width,
    height: phone.height,
    textPx: 32,
    problemsOn: async (page) => [...(await textProblems(page)), ...(await smallTargets(page)), ...(await broken(page))],
  },
  {
    name: 'on the smallest phone with text twice as large',
    width: 320,
    height: 640,
    textPx: 32,
    // Lines have a few letters, so words may break.
    problemsOn: async (page) => [...(await textProblems(page)), ...(await smallTargets(page))],
  },
];
const everywhere = [narrow, inDark(narrow), wide, inDark(wide), ...large];
const onItsSide = lookSideways();

test.each([
  { state: 'visitor', looks: everywhere },
  { state: 'empty', looks: [narrow, ...large] },
  { state: 'loading', looks: [loading] },
  { state: 'failed', looks: [narrow, ...large] },
  { state: 'admin', looks: [narrow, ...large] },
  { state: 'filled', looks: [...everywhere, onItsSide] },
] as const)(
  'every screen in the state $state has no violations, and its texts fit',
  { timeout: 900_000 },
  async ({ state, looks }) => {
    const screens = { ...demo, state, viewport: phone, turn: state === 'failed' ? 1 : 0, language: 'en' };
    expect(await problemsOnScreens(screens, () => looks)).toEqual([]);
    if (state === 'filled') expect(onItsSide.headings.size).toBeGreaterThan(15);
  },
);

/** Adds a note and long addresses, which do not fit in a line. */
async function fill(): Promise<void> {
  const { origin, filled, parameters } = demo.server;
  const ask = async (method: string, path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json', origin, cookie: `sid=${filled.cookies[0]}` };
    const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const bodyText = 'Good evening, https://example.org/a-rather-long-address-that-nobody-will-type-into-a-browser';
  const message = { senderProfileId: filled.profileId, bodyText, profilePicIds: [] };
  const aboutProfileId = parameters.profileId;
  await ask('PUT', '/api/profile-note', {
    authorProfileId: filled.profileId,
    aboutProfileId,
    bodyText: 'Met on the ferry',
    privateTags: ['ferry', 'likes tea'],
  });
  await ask('POST', '/api/message', message);
  await ask('POST', '/api/message', { ...message, recipientProfileId: aboutProfileId });
}
