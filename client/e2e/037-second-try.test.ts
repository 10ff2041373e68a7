// Second tries of a member: after a failure, before the first try has ended, or in another dialog than the one that failed.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { grants } from '#shared/contract/grants.ts';
import { messages } from '#shared/contract/messages.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { exchangeMessages, write } from '#server/testing/members/actions.ts';
import { change, newDevice } from '#server/testing/members/settings.ts';
import { bubble, editor } from './support/chat.ts';
import { keptRows } from './support/kept-data.ts';
import { people } from './support/people.ts';

const fixture = people({ isWithoutWorker: true, excused: /WebSocket|QuotaExceededError|status of 403/ });
const { open } = fixture;
const pin = '314159';

async function pair(): Promise<[anton: Member, boris: Member]> {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await write(boris, anton, 'Ferry or train?');
  return [anton, boris];
}

/** Fails the calls that match until the returned function is called. */
async function fail(page: Page, address: RegExp, method = 'GET'): Promise<() => void> {
  let isFailing = true;
  await page.route(address, (route) =>
    isFailing && route.request().method() === method ? route.abort('connectionfailed') : route.fallback(),
  );
  return () => {
    isFailing = false;
  };
}

/** Holds the requests that match. `held` resolves once there is one, and `release` lets all of them pass. */
async function hold(page: Page, address: RegExp, method = 'GET'): Promise<{ held: Promise<void>; release: () => Promise<void> }> {
  const [first, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    first.resolve();
    await all.promise;
    await route.fallback();
  });
  return { held: first.promise, release: async () => all.resolve() };
}

test('a message that is sent at the second try no longer says that it couldn’t be sent', async () => {
  const [anton, boris] = await pair();
  const page = await open(anton, `/chat/personal/${boris.profileId}`);
  await editor(page).waitFor();
  await page.evaluate(() => {
    for (const method of ['put', 'add'] as const)
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
  });
  await page.route('**/api/message', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No.' } }), {
    times: 1,
  });
  await editor(page).fill('Ferry');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  const failure = page.getByText('Couldn’t send. Please try again.');
  await failure.waitFor();
  await send.click();
  await bubble(page, 'Ferry').getByText('Not seen').waitFor({ state: 'attached' });
  expect(await failure.count()).toBe(0);
});

test('a tap on a quote loads its message, although the tap before could not', async () => {
  const [anton, boris] = await pair();
  const first = await write(boris, anton, 'In the beginning');
  for (let number = 1; number <= 25; number += 1) await write(boris, anton, `number ${number}`);
  await boris.call(messages.postMessage, {
    body: {
      senderProfileId: boris.profileId,
      recipientProfileId: anton.profileId,
      bodyText: 'As I said',
      profilePicIds: [],
      replyToId: first.id,
    },
  });
  const page = await open(anton, '/support');
  const repair = await fail(page, /\/between\/.*beforeMessageId/);
  await page.goto(`${fixture.app.origin}/chat/personal/${boris.profileId}`);
  const quote = bubble(page, 'As I said').locator('.quote');
  await quote.getByText('In the beginning').waitFor();
  const failed = page.waitForEvent('requestfailed');
  await quote.click();
  await failed;
  await page.getByText('Older messages couldn’t be loaded.').waitFor();
  repair();
  await quote.click();
  await page.locator('.message-linked').filter({ hasText: 'In the beginning' }).waitFor();
});

async function shareProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share profile' }).click();
}
const choices = (page: Page) => page.getByRole('list', { name: 'Into a conversation' }).getByRole('button');

test('a link that is put into a conversation by two taps is there once', async () => {
  const [anton, boris] = await pair();
  const carl = await fixture.app.member({ name: 'Carl' });
  const page = await open(anton, `/profile/${carl.profileId}`);
  const { held, release } = await hold(page, /\/assets\/later-chat-.*\.js/);
  await shareProfile(page);
  await choices(page).click();
  await held;
  await expect.poll(async () => (await keptRows(page, 'drafts')).length).toBe(1);
  await choices(page).evaluate((button: HTMLElement) => button.click());
  await release();
  await page.waitForURL(`**/chat/personal/${boris.profileId}`);
  await expect.poll(() => editor(page).inputValue()).toBe(`${fixture.app.origin}/profile/${carl.profileId}`);
});

test('further conversations to choose from that cannot be loaded say so, and can be loaded again', async () => {
  const [anton, carl] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Carl' })];
  for (let number = 1; number <= 22; number += 1) await write(await fixture.app.member(), anton);
  const page = await open(anton, '/support');
  const repair = await fail(page, /\/most-recent-with\/.*beforeMessageId/);
  await page.goto(`${fixture.app.origin}/profile/${carl.profileId}`);
  await shareProfile(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('.load-more').scrollIntoViewIfNeeded();
  await dialog.getByText('This could not be loaded.').waitFor();
  expect(await choices(page).count()).toBe(20);
  repair();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => choices(page).count()).toBe(22);
});

test('while a device is being removed no other one can be, and none comes back', async () => {
  const anton = await fixture.app.member({ name: 'Anton' });
  const pushSubscriptions = ['Phone', 'Tablet'].map((name) => newDevice(name, `https://fcm.googleapis.com/fcm/send/${name}`));
  await change(anton, { pushSubscriptions });
  const page = await open(anton, '/settings#devices');
  const { held, release } = await hold(page, /\/api\/settings$/, 'PUT');
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await held;
  const second = page.getByRole('button', { name: 'Remove Tablet' });
  await expect.poll(() => second.isDisabled()).toBe(true);
  await release();
  await second.click();
  await second.waitFor({ state: 'detached' });
  const devices = async () => (await anton.call(settings.getSettings)).pushSubscriptions.map(({ deviceName }) => deviceName);
  await expect.poll(devices).toEqual([]);
});

test('the app lock forgets a failure when the member does something else, and shows that it is being removed', async () => {
  const page = await open(await fixture.app.member(), '/settings#lock');
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.assign(CredentialsContainer.prototype, { get: refuse, create: refuse });
  });
  const failure = page.getByText('nothing was changed');
  await page.getByRole('button', { name: 'Lock with a passkey' }).click();
  await failure.waitFor();
  await page.getByRole('button', { name: 'Lock with a PIN' }).click();
  expect(await failure.count()).toBe(0);
  for (const name of ['New PIN', 'Repeat the PIN']) await page.getByLabel(name).fill(pin);
  await page.getByRole('button', { name: 'Set the lock' }).click();

  const dialog = page.getByRole('dialog');
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Remove the lock' }).click();
    await dialog.getByRole('textbox', { name: 'PIN', exact: true }).fill(pin);
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  };
  const repair = await fail(page, /\/api\/session-lock/, 'DELETE');
  await remove();
  await dialog.getByText('The lock can only be removed with a connection.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Change the PIN' }).click();
  await dialog.getByRole('textbox', { name: 'PIN', exact: true }).waitFor();
  expect(await dialog.getByText('The lock can only be removed with a connection.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  repair();
  const { held, release } = await hold(page, /\/api\/session-lock/, 'DELETE');
  await remove();
  await held;
  await expect.poll(() => dialog.getByRole('button', { name: 'One moment…' }).count()).toBe(1);
  await release();
  await page.getByRole('button', { name: 'Lock with a PIN' }).waitFor();
});

test('a question that is asked again does not show the failure of the time before', async () => {
  const [anton, boris] = await pair();
  await exchangeMessages(anton, boris);
  const page = await open(anton, '/games/health');
  const dialog = page.getByRole('dialog');
  await fail(page, /\/api\/games\/health/, 'POST');
  await page.getByRole('checkbox', { name: 'Boris' }).check();
  const ask = page.getByRole('button', { name: 'Notify 1 member' });
  await ask.click();
  await dialog.getByRole('button', { name: 'Notify them' }).click();
  await dialog.getByText('You’re offline.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ask.click();
  await dialog.getByRole('button', { name: 'Notify them' }).waitFor();
  expect(await dialog.getByText('You’re offline.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const carl = await fixture.app.member({ name: 'Carl' });
  for (const { profileId } of [boris, carl]) await anton.call(grants.putPicGrant, { body: { profileId, lastsMs: null } });
  await page.goto(`${fixture.app.origin}/profileEdit`);
  await fail(page, /\/api\/profile-pic-grants/, 'DELETE');
  const takeBack = page.getByRole('button', { name: 'Take back from everyone' });
  await takeBack.click();
  await dialog.getByRole('button', { name: 'Take back', exact: true }).click();
  await dialog.getByText('That didn’t work. Please try again.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await takeBack.click();
  await dialog.getByRole('button', { name: 'Take back', exact: true }).waitFor();
  expect(await dialog.getByText('That didn’t work. Please try again.').count()).toBe(0);
});
