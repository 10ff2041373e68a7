// The ways back on screens that a notification or a link has opened in a new window, which has no earlier page.
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /Failed to load resource/ });

async function inNewWindow(page: Page, path: string): Promise<Page> {
  const opened = await page.context().newPage();
  await opened.goto(fixture.app.origin + path);
  return opened;
}

test('the back button of a screen leads to Home', async () => {
  const page = await fixture.open(await fixture.app.member({ name: 'Anton' }), '/');
  const opened = await inNewWindow(page, '/games/arbitration');
  await opened.getByRole('button', { name: 'Back', exact: true }).click();
  await opened.waitForURL(`${fixture.app.origin}/`);
});

test('who would rather stay logged in than lose a message is led to Home', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  const page = await fixture.open(anton, `/chat/personal/${boris.profileId}`);
  await page.context().route('**/api/message', (route) => route.abort());
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Until later');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const opened = await inNewWindow(page, '/logout');
  await opened.getByRole('button', { name: 'Stay logged in' }).click();
  await opened.waitForURL(`${fixture.app.origin}/`);
  await opened.getByRole('heading', { name: 'Hello, Anton' }).waitFor();
});
