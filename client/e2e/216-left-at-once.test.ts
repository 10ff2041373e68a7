// Changes that a member makes just before the page is left, reloaded or locked are kept.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { write } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { desktop } from './support/person.ts';
import { setPin } from './support/pin-lock.ts';
import { until } from './support/server.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

const fixture = people({ excused: /WebSocket|status of 400/ });
const pin = 'blue-74-kettle';
const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const editor = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const stored = (member: Member) => member.call(settings.getSettings, {});

async function pair(): Promise<[anton: Member, boris: Member]> {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await write(boris, anton, 'Ferry or train?');
  return [anton, boris];
}

/** Clicks the elements in one task, and leaves the page in the same one. Resolves once the page is loaded again. */
async function clickAndLeave(page: Page, ...elements: readonly Locator[]): Promise<void> {
  const loaded = page.waitForEvent('load');
  await until('the elements to be ready', async () => {
    const handles = await Promise.all(elements.map((element) => element.elementHandle()));
    return page.evaluate((found) => {
      const clicked = found as HTMLElement[];
      // A disabled button ignores clicks, and so does one that was rendered again.
      if (clicked.some((element) => !element.isConnected || element.matches(':disabled'))) return false;
      for (const element of clicked) element.click();
      location.reload();
      return true;
    }, handles);
  });
  await loaded;
}

const switches = ['Show when I have seen a message', 'Show when I am typing'];

test('settings that are changed while the network stalls all arrive after a reload', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await fixture.open(anton, '/settings#privacy');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.fallback().catch(() => undefined);
  });
  for (const name of switches) await page.getByRole('switch', { name }).uncheck();
  await page.getByRole('switch', { name: 'Previews in notifications' }).check();
  await page.reload();
  for (const name of switches) await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(false);
  held.resolve();
  await expect.poll(() => stored(anton)).toMatchObject({ sendSeen: false, sendTyping: false, previews: true });
});

test('a setting that the server refuses is shown as before, with the reason', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await fixture.open(anton, '/settings#privacy');
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { statusCode: 400, error: '', message: 'No.', code: 'bad-request' } })
      : route.fallback(),
  );
  const seen = page.getByRole('switch', { name: 'Show when I have seen a message' });
  await seen.uncheck();
  const failure = page.locator('[aria-live=polite] .notice').filter({ hasText: 'Could not save your settings.' });
  await failure.waitFor();
  expect(await seen.isChecked()).toBe(true);
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await failure.waitFor({ state: 'detached' });
});

test.each([true, false])(
  'settings and likes arrive if the page is left in the same moment (without a worker: %s)',
  async (is) => {
    const [anton, boris] = await pair();
    const page = await fixture.open(anton, '/settings', { viewport: desktop, isWithoutWorker: is });
    if (!is) await whenWorkerControls(page);
    await page.getByRole('switch', { name: 'Show when I am typing' }).waitFor();
    await clickAndLeave(page, ...[...switches, 'Hide me on the map'].map((name) => page.getByRole('switch', { name })));
    await expect.poll(() => stored(anton)).toMatchObject({ sendSeen: false, sendTyping: false, hide: true });
    await page.goto(`${fixture.app.origin}/profile/${boris.profileId}`);
    await clickAndLeave(page, page.getByRole('button', { name: 'Like', exact: true }));
    const like = { query: { likerProfileId: anton.profileId, likedProfileId: boris.profileId } };
    await expect.poll(async () => (await anton.call(likes.getProfileLike, like)).likeType).toBe('LIKE');
  },
);

test('the choice to hide arrives if it is made, and the page left, in the moment in which the settings appear', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const page = await fixture.open(anton, '/support');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('clicked') !== null) return;
    new MutationObserver((_changes, observer) => {
      const labels = [...document.querySelectorAll('label')];
      const hide = labels.find((label) => label.textContent?.startsWith('Hide me on the map'));
      if (hide === undefined) return;
      observer.disconnect();
      sessionStorage.setItem('clicked', 'true');
      hide.click();
      location.reload();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${fixture.app.origin}/settings#place`);
  await expect.poll(() => stored(anton)).toMatchObject({ hide: true });
  await expect.poll(() => page.getByRole('switch', { name: 'Hide me on the map' }).isChecked()).toBe(true);
});

test('a message written offline is kept if the page is left in the same moment, and is no longer a draft', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: false });
  await whenWorkerControls(page);
  await editor(page).fill('Ferry');
  await goOffline(page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-label="Send"], form button[type="submit"]')?.click();
    location.href = '/support';
  });
  await page.waitForURL('**/support');
  await page.context().setOffline(false);
  await page.goto(fixture.app.origin + conversation(boris));
  const log = page.getByRole('log');
  await log.getByText('Ferry', { exact: true }).waitFor();
  expect(await editor(page).inputValue()).toBe('');
  expect(await log.getByText('Ferry', { exact: true }).count()).toBe(1);
});

test('a draft is kept if the page is reloaded in the same moment, also with an app lock', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: false, isSlow: true });
  await whenWorkerControls(page);
  const typeAndReload = async (text: string): Promise<void> => {
    await editor(page).fill(text);
    await page.reload();
    await expect.poll(() => editor(page).inputValue()).toBe(text);
  };
  await typeAndReload('Ferry, and');
  await page.goto(`${fixture.app.origin}/settings#lock`);
  await setPin(page, pin);
  await page.goto(fixture.app.origin + conversation(boris));
  await unlock(page);
  // A draft that is restored while the text is replaced would keep both.
  await expect.poll(() => editor(page).inputValue()).toBe('Ferry, and');
  await editor(page).fill('Ferry, and then on foot');
  await page.reload();
  await unlock(page);
  await expect.poll(() => editor(page).inputValue()).toBe('Ferry, and then on foot');

  // The other tab locks all of them while the member still types here.
  const other = await page.context().newPage();
  await other.goto(`${fixture.app.origin}/settings#lock`);
  await other.getByRole('button', { name: 'Lock now' }).waitFor();
  await editor(page).fill('Train');
  await other.getByRole('button', { name: 'Lock now' }).click();
  await unlock(page);
  await expect.poll(() => editor(page).inputValue()).toBe('Train');
});

test('a profile field and a private note are kept if the page is reloaded in the moment of saving', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, '/profileEdit', { isWithoutWorker: false });
  await whenWorkerControls(page);
  await page.getByLabel('Narrative').fill('I sail.');
  await clickAndLeave(page, page.getByRole('button', { name: 'Save', exact: true }));
  const profile = { params: { id: anton.profileId }, query: { admin: false } };
  await expect.poll(async () => (await anton.call(profiles.getProfile, profile)).description).toBe('I sail.');

  await page.goto(`${fixture.app.origin}/profile/${boris.profileId}`);
  const note = page.getByLabel('Note', { exact: true });
  await page.getByRole('heading', { name: 'Private note' }).click();
  await note.fill('Likes trains');
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe('Likes trains');
});

const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN', exact: true });

async function unlock(page: Page): Promise<void> {
  await pinField(page).fill(pin);
  await page.getByRole('button', { name: 'Unlock' }).click();
}
