// A report that is being typed stays open when its member blocks the reporter or was blocked just before.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { profiles } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { like, uploadPicture, write } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true });
const words = 'This does not stop';

async function pair(): Promise<[anton: Member, boris: Member]> {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await write(boris, anton, 'Hello');
  return [anton, boris];
}

/** Opens the form and types a report. Returns what was typed. */
async function typeReport(page: Page): Promise<() => Promise<string>> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const field = page.getByRole('dialog').getByLabel('In your words (optional)');
  await field.fill(words);
  return () => field.inputValue();
}

/** What the screen below the form shows once the member is gone. */
const screens = [
  {
    screen: 'the profile',
    path: (id: string) => `/profile/${id}`,
    gone: (page: Page) => page.locator('#main [aria-busy="true"]'),
  },
  {
    screen: 'the conversation',
    path: (id: string) => `/chat/personal/${id}`,
    gone: (page: Page) => page.getByText('This member is no longer available.'),
  },
  {
    screen: 'the viewer',
    path: (id: string, pictureId: string) => `/profilePicCarousel?profileId=${id}&id=${pictureId}`,
    gone: (page: Page) => page.getByText('That profile is not available.'),
  },
];

test.each(screens)('on $screen, a report stays when its member blocks the reporter', async ({ path, gone }) => {
  const [anton, boris] = await pair();
  const pictureId = await uploadPicture(boris, await plainPicture('jpeg', 600, 750));
  await boris.call(profiles.putProfile, { body: { id: boris.profileId, profilePicIds: [pictureId] } });
  const page = await fixture.open(anton, path(boris.profileId, pictureId));
  const typed = await typeReport(page);
  await like(boris, anton, { blocked: true });
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await gone(page).first().waitFor({ state: 'attached' });
  expect(await typed()).toBe(words);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByText('This is not available any more.').waitFor();
  expect(await typed()).toBe(words);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('the profile of a member who has blocked the reporter is left once the report is closed', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, `/profile/${boris.profileId}`);
  await typeReport(page);
  await like(boris, anton, { blocked: true });
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'attached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(`**/profile/${anton.profileId}`);
  await page.getByText('That profile is not available.').waitFor();
});

test('a member can report someone they have just blocked, and then returns to Home', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, `/profile/${boris.profileId}`);
  await page.getByRole('button', { name: 'Like', exact: true }).and(page.locator(':enabled')).first().waitFor();
  await page.clock.install();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await page.getByText('Blocked and Redirecting...').waitFor();
  const typed = await typeReport(page);
  await page.clock.runFor(2 * limits.blockedNoticeMs);
  expect(await typed()).toBe(words);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.clock.runFor(2 * limits.blockedNoticeMs);
  await page.waitForURL(`${fixture.app.origin}/`);
});
