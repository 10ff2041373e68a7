// On narrow phones, German fits where its words are longest: the map's buttons, Find's tabs, cards, a conversation, notifications.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deviceKeys } from '#client/device/storage.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { brokenWords, smallTargets, textProblems } from './support/fit.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });
const { open } = fixture;
const width = 360;

test('the texts of German fit', async () => {
  const { app } = fixture;
  const ada = await app.member({ name: 'Ada' });
  const bo = await app.member({ name: 'Bo' });
  for (const member of [ada, bo]) await reportPosition(member, app.world.clock.now());
  await like(bo, ada);
  await write(bo, ada, 'hello');
  const page = await open(ada, '/tos', { viewport: { width, height: 800 } });
  await page.addInitScript((key) => localStorage.setItem(key, JSON.stringify('de')), deviceKeys.language);
  const show = (path: string) => page.goto(new URL(path, page.url()).href);

  await show('/search/map');
  await page.getByText('Verbergen').waitFor();
  expect(await textProblems(page)).toEqual([]);

  await show('/search/profile');
  await page.getByRole('link', { name: 'Details', exact: true }).waitFor();
  expect(await pastTheTabs(page)).toBeLessThanOrEqual(1);

  await show('/search/swype');
  await page.getByRole('button', { name: 'Überspringen' }).waitFor();
  expect(await brokenWords(page)).toEqual([]);
  const tops = await page
    .locator('.pile-buttons > .button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);

  await show('/notifications');
  const clear = page.getByRole('button', { name: 'Alle löschen' });
  await clear.waitFor();
  const { x = NaN, width: wide = NaN } = (await clear.boundingBox()) ?? {};
  expect(x + wide).toBeLessThanOrEqual(width);
  expect([...(await textProblems(page)), ...(await brokenWords(page))]).toEqual([]);

  await show('/');
  await page.getByText('Spiel etwas').waitFor();
  expect(await textProblems(page)).toEqual([]);

  await show('/tos');
  await page.getByRole('navigation', { name: 'Inhalt' }).locator('summary').click();
  await page.getByRole('link', { name: 'Schiedsverfahren', exact: true }).waitFor();
  expect(await smallTargets(page)).toEqual([]);

  await page.clock.install({ time: Date.now() + 22 * hourMs });
  app.clock.pass(22 * hourMs);
  await show(`/chat/personal/${bo.profileId}`);
  await page.getByText(/^War vor 2\d Stunden hier$/).waitFor();
  expect(await textProblems(page)).toEqual([]);
});

test('short links of visitors are large enough in German', async () => {
  const { app } = fixture;
  const page = await open(await app.member({ name: 'Cy' }), '/tos', { viewport: { width, height: 800 } });
  await page.context().clearCookies();
  await page.addInitScript(
    ([session, language]) => {
      localStorage.removeItem(session);
      localStorage.setItem(language, JSON.stringify('de'));
    },
    ['session', deviceKeys.language] as const,
  );
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('link', { name: 'Hilfe', exact: true }).waitFor();
  expect(await smallTargets(page)).toEqual([]);
});

/** How far the current tab is beyond the visible part of Find's tabs. */
const pastTheTabs = (page: Page): Promise<number> =>
  page.locator('.find-tabs').evaluate((tabs) => {
    const current = tabs.querySelector('[aria-current]')?.getBoundingClientRect();
    const seen = tabs.getBoundingClientRect();
    return current === undefined ? Infinity : Math.max(current.right - seen.right, seen.left - current.left);
  });
