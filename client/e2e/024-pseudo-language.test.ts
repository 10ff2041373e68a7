// In the pseudo language no screen shows an English text of the app, and its longer texts fit.
import { expect, test } from 'vitest';
import { openDemo, phone } from './support/demo.ts';
import { problemsOnScreens } from './support/each-screen.ts';
import { textProblems } from './support/fit.ts';
import { rememberAnswers, untranslatedTexts } from './support/untranslated.ts';

const demo = openDemo(2);

test.each(['visitor', 'filled', 'empty'] as const)('every screen in the state %s is translated and fits', async (state) => {
  const problems = await problemsOnScreens({ ...demo, state, viewport: phone, language: 'en-XA' }, (page) => {
    const known = rememberAnswers(page);
    const problemsOn = async () => [...(await untranslatedTexts(page, known())), ...(await textProblems(page))];
    return [{ ...phone, name: 'on a phone', problemsOn }];
  });
  expect(problems).toEqual([]);
});
