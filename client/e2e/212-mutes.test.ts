// Muted conversations: muted in the conversation or from a notification, shown in the list, counted nowhere.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { settings } from '#shared/contract/settings.ts';
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { pushMessage } from '#server/features/notifications/push-message.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';
import { clickShown, deliverUntilShown, shown } from './support/push.ts';

const team = people();
let anton: Member;
let boris: Member;
beforeAll(async () => {
  [anton, boris] = [await team.app.member({ name: 'Anton' }), await team.app.member({ name: 'Boris' })];
});

const write = (from: Member, to: Member, bodyText: string) =>
  from.call(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds: [] },
  });
const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const chats = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ });
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
/** The unread counts of bar and header. */
const counts = async (page: Page) =>
  [await chats(page).innerText(), await bell(page).innerText()].map((text) => /\d+/.exec(text)?.[0] ?? '');
const choose = async (page: Page, button: string, words: string): Promise<void> => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: words }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('a conversation is muted above it, and list and counts do not show its messages as unread until it is unmuted', async () => {
  await write(anton, boris, 'Hello');
  const page = await team.open(boris, conversation(anton));
  await choose(page, 'Mute Anton', 'For 8 hours');
  await page.getByRole('button', { name: 'Anton is muted' }).waitFor();
  await expect
    .poll(() => boris.call(mutes.getMutes))
    .toMatchObject([{ profileId: anton.profileId, tsUntil: expect.any(Number) }]);

  await page.goto(`${team.app.origin}/chat/personal`);
  const row = page.getByRole('link', { name: /Anton.*muted/ });
  await row.waitFor();
  await write(anton, boris, 'Are you there?');
  await row.getByText('Are you there?').waitFor();
  await row.getByText('1 unread').waitFor();
  expect(await counts(page)).toEqual(['', '']);

  await row.click();
  await choose(page, 'Anton is muted', 'Switch on again');
  await page.getByRole('button', { name: 'Mute Anton' }).waitFor();
  await page.goto(`${team.app.origin}/search/tile`);
  await write(anton, boris, 'And now?');
  await expect.poll(() => counts(page)).toEqual(['1', '1']);
});

test('what is muted on one device is muted on the other at once', async () => {
  const [phone, tablet] = [await team.open(boris, conversation(anton)), await team.open(boris, conversation(anton))];
  await tablet.getByRole('button', { name: 'Mute Anton' }).waitFor();
  await choose(phone, 'Mute Anton', 'Until I switch it on again');
  await tablet.getByRole('button', { name: 'Anton is muted' }).click();
  await tablet.getByText('Until you switch it on again.').waitFor();
  await tablet.getByRole('dialog').getByRole('button', { name: 'Switch on again' }).click();
  await phone.getByRole('button', { name: 'Mute Anton' }).waitFor();
});

test('a message is answered, muted and opened from its notification', async () => {
  const page = await team.open(boris, '/settings');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 20_000 });
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')))
    .toBe(true);

  /** Has a message arrive and its notification shown, as the server words it with previews on. */
  const arrives = async (text: string): Promise<void> => {
    await write(anton, boris, text);
    const [news] = await boris.call(notifications.getNotifications, { params: { profileId: boris.profileId } });
    const navigate = `${team.app.origin}/notifications/open/${news?.id}`;
    const push = pushMessage({ title: 'Anton', body: text, navigate, tag: text, unread: 1, actions: ['reply', 'mute'] });
    await deliverUntilShown(page, team.app.origin, push);
    await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toContain(text);
  };
  const said = async () =>
    (await anton.call(messages.getBetween, { params: { a: anton.profileId, b: boris.profileId }, query: {} }))
      .filter(({ senderProfileId }) => senderProfileId === boris.profileId)
      .map(({ bodyText }) => bodyText);

  await arrives('At seven?');
  await clickShown(page, 'At seven?', { action: 'reply', reply: 'At eight.' });
  await expect.poll(said).toEqual(['At eight.']);
  await expect.poll(async () => (await shown(page)).map(({ body }) => body)).not.toContain('At seven?');

  await arrives('Or at nine?');
  await clickShown(page, 'Or at nine?', { action: 'mute' });
  await expect.poll(() => boris.call(mutes.getMutes)).toMatchObject([{ profileId: anton.profileId }]);
  expect(new URL(page.url()).pathname).toBe('/settings');

  await arrives('Tell me');
  await clickShown(page, 'Tell me', { action: 'reply' });
  await page.waitForURL((url) => url.pathname === conversation(anton));
  const editor = page.getByRole('textbox', { name: 'Message to Anton' });
  await expect.poll(() => editor.evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await said()).toEqual(['At eight.']);
});

test('where the worker can do nothing, the button of a push mutes by the page that it opens, and leads to the conversation', async () => {
  const [carl, dora] = [await team.app.member({ name: 'Carl' }), await team.app.member({ name: 'Dora' })];
  const newsOfDora = () => dora.call(notifications.getNotifications, { params: { profileId: dora.profileId } });
  const page = await team.open(dora, '/settings');
  const muteOf = async (words: string, button: string) => {
    await write(carl, dora, words);
    const [news] = await newsOfDora();
    await page.goto(`${team.app.origin}/notifications/open/${news?.id}?then=${button}`);
    await page.waitForURL(({ pathname, search }) => pathname === conversation(carl) && search === '');
    await page.getByRole('log').getByText(words).waitFor();
    await expect.poll(newsOfDora).toEqual([]);
    return dora.call(mutes.getMutes);
  };
  expect(await muteOf('At seven?', 'something')).toEqual([]);
  await muteOf('Or at eight?', 'mute');
  await page.getByRole('button', { name: 'Carl is muted' }).waitFor();
  await expect
    .poll(() => dora.call(mutes.getMutes))
    .toEqual([{ profileId: carl.profileId, tsUntil: team.app.clock.now() + muteFromNotificationMs }]);
});

test('which kinds are pushed is chosen in the settings', async () => {
  const page = await team.open(boris, '/settings');
  const section = page.getByRole('region', { name: 'What you are notified of' });
  await section.getByRole('switch', { name: 'Likes', exact: true }).click();
  await expect.poll(async () => (await boris.call(settings.getSettings)).pushLikes).toBe(false);
  expect(await boris.call(settings.getSettings)).toMatchObject({ pushMessages: true, pushMutualLikes: true, pushGrants: true });
});
