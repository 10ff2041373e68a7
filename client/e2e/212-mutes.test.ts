// Muted conversations: muted in the conversation or from a notification, shown in the list, and not counted.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { settings } from '#shared/contract/settings.ts';
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { pushMessage } from '#server/features/notifications/push-message.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';
import { clickShown, deliverUntilShown, shown } from './support/push.ts';
import { whenWorkerControls } from './support/worker.ts';

const fixture = people();
let anton: Member;
let boris: Member;
beforeAll(async () => {
  [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
});

const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const chats = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ });
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
/** The unread counts of bar and header. */
const counts = async (page: Page) =>
  [await chats(page).innerText(), await bell(page).innerText()].map((text) => /\d+/.exec(text)?.[0] ?? '');
const openMuting = async (page: Page, choice: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: choice }).click();
};
const choose = async (page: Page, choice: string, words: string): Promise<void> => {
  await openMuting(page, choice);
  await page.getByRole('dialog').getByRole('button', { name: words }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
/** The mark in the header of the open conversation. */
const mutedMark = (page: Page) => page.locator('.conversation-header').getByText('muted', { exact: true });

test('a muted conversation’s messages are unread in the list, but only count in bar and header once it is unmuted', async () => {
  await write(anton, boris, 'Hello');
  const page = await fixture.open(boris, conversation(anton));
  await choose(page, 'Mute Anton', 'For 8 hours');
  await mutedMark(page).waitFor();
  await expect
    .poll(() => boris.call(mutes.getMutes))
    .toMatchObject([{ profileId: anton.profileId, tsUntil: expect.any(Number) }]);

  await page.goto(`${fixture.app.origin}/chat/personal`);
  const row = page.getByRole('link', { name: /Anton.*muted/ });
  await row.waitFor();
  await write(anton, boris, 'Are you there?');
  await row.getByText('Are you there?').waitFor();
  await row.getByText('1 unread').waitFor();
  expect(await counts(page)).toEqual(['', '']);

  await row.click();
  await choose(page, 'Anton is muted', 'Unmute');
  await mutedMark(page).waitFor({ state: 'detached' });
  await page.goto(`${fixture.app.origin}/search/tile`);
  await write(anton, boris, 'And now?');
  await expect.poll(() => counts(page)).toEqual(['1', '1']);
});

test('muting on one device applies on the other immediately', async () => {
  const [phone, tablet] = [await fixture.open(boris, conversation(anton)), await fixture.open(boris, conversation(anton))];
  await tablet.getByRole('button', { name: 'More actions' }).waitFor();
  expect(await mutedMark(tablet).count()).toBe(0);
  await choose(phone, 'Mute Anton', 'Until I turn it back on');
  await mutedMark(tablet).waitFor();
  await openMuting(tablet, 'Anton is muted');
  await tablet.getByText('Until you turn it back on.').waitFor();
  await tablet.getByRole('dialog').getByRole('button', { name: 'Unmute' }).click();
  await mutedMark(phone).waitFor({ state: 'detached' });
});

test('a message can be answered, muted and opened from its notification', async () => {
  const page = await fixture.open(boris, '/settings', { hasNotifications: true });
  await whenWorkerControls(page);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member')))
    .toBe(true);

  const buttons = [
    { action: 'reply', title: 'Reply' },
    { action: 'mute', title: 'Mute for 8 hours' },
  ] as const;
  /** Delivers a message and shows its notification, with the server's text for previews. */
  const arrives = async (text: string): Promise<void> => {
    await write(anton, boris, text);
    const [news] = await boris.call(notifications.getNotifications, { params: { profileId: boris.profileId } });
    const navigate = `${fixture.app.origin}/notifications/open/${news?.id}`;
    const push = pushMessage({ title: 'Anton', body: text, navigate, tag: text, unread: 1, actions: buttons });
    await deliverUntilShown(page, fixture.app.origin, push);
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

test('if the worker can’t mute, the notification’s button opens a page that mutes and shows the conversation', async () => {
  const [carl, dora] = [await fixture.app.member({ name: 'Carl' }), await fixture.app.member({ name: 'Dora' })];
  const newsOfDora = () => dora.call(notifications.getNotifications, { params: { profileId: dora.profileId } });
  const page = await fixture.open(dora, '/settings', { hasNotifications: true });
  const muteOf = async (words: string, button: string) => {
    // An open conversation would read the message, and with it the notification.
    await page.goto(`${fixture.app.origin}/settings`, { waitUntil: 'networkidle' });
    await write(carl, dora, words);
    const [news] = await newsOfDora();
    await page.goto(`${fixture.app.origin}/notifications/open/${news?.id}?then=${button}`);
    await page.waitForURL(({ pathname, search }) => pathname === conversation(carl) && search === '');
    await page.getByRole('log').getByText(words).waitFor();
    await expect.poll(newsOfDora).toEqual([]);
    return dora.call(mutes.getMutes);
  };
  expect(await muteOf('At seven?', 'something')).toEqual([]);
  await muteOf('Or at eight?', 'mute');
  await mutedMark(page).waitFor();
  await expect
    .poll(() => dora.call(mutes.getMutes))
    .toEqual([{ profileId: carl.profileId, tsUntil: fixture.app.clock.now() + muteFromNotificationMs }]);
});

test('the settings choose which kinds of notifications are pushed', async () => {
  const page = await fixture.open(boris, '/settings#kinds');
  const section = page.getByRole('region', { name: 'What you are notified about' });
  await section.getByRole('switch', { name: 'Likes', exact: true }).click();
  await expect.poll(async () => (await boris.call(settings.getSettings)).pushLikes).toBe(false);
  expect(await boris.call(settings.getSettings)).toMatchObject({ pushMessages: true, pushMutualLikes: true, pushGrants: true });
});
