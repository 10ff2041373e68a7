// One account on a phone with two tabs and on a desktop: each message shows once, and unread counts clear everywhere.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';
import { desktop } from './support/person.ts';

const fixture = people();
let ada: Member;
let ben: Member;
beforeAll(async () => {
  [ada, ben] = [await fixture.app.member({ name: 'Ada' }), await fixture.app.member({ name: 'Ben' })];
});

interface Devices {
  readonly phone: Page;
  /** The second tab on the phone. */
  readonly otherTab: Page;
  readonly desk: Page;
}

const withBen = () => `/chat/personal/${ben.profileId}`;

/** The second tab shows the tiles, and the others the list of conversations. All can store messages. */
async function openAll(): Promise<Devices> {
  const phone = await fixture.open(ada, '/chat/personal');
  const desk = await fixture.open(ada, '/chat/personal', { viewport: desktop, hasTouch: false });
  const otherTab = await phone.context().newPage();
  await otherTab.goto(`${fixture.app.origin}/search/tile`);
  for (const page of [phone, otherTab, desk]) await isOnDevice(page);
  return { phone, otherTab, desk };
}

/** Waits for the device's database, so that messages can wait in the outbox. */
const isOnDevice = (page: Page): Promise<unknown> =>
  expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'member'))).toBe(true);

/** The bar's count of unread messages; empty for zero. */
const unread = async (page: Page): Promise<string> => {
  // Phones hide the bar in an open conversation.
  const [shown] = await page.locator('nav a[href="/chat/personal"] .badge [aria-hidden]').allTextContents();
  return shown ?? '';
};
const unreadOf = (pages: readonly Page[]) => Promise.all(pages.map(unread));
const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(fixture.app.origin + path);
  await page.getByRole('log').waitFor();
};
const send = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message to Ben' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};
const texts = (page: Page): Promise<string[]> => page.getByRole('log').locator('.bubble-text').allInnerTexts();
const onServer = async (): Promise<string[]> =>
  (await ben.call(messages.getBetween, { params: { a: ben.profileId, b: ada.profileId }, query: {} }))
    .map(({ bodyText }) => bodyText)
    .toReversed();

test('new messages are counted once on each device, and reading on one clears all', async () => {
  const { phone, otherTab, desk } = await openAll();
  const all = [phone, otherTab, desk];
  for (const text of ['one', 'two', 'three']) await write(ben, ada, text);
  await expect.poll(() => unreadOf(all)).toEqual(['3', '3', '3']);
  await phone.getByRole('link', { name: /^Ben/ }).getByText('3 unread').waitFor();
  await desk.getByRole('link', { name: /^Ben/ }).click();
  await expect.poll(() => texts(desk)).toEqual(['one', 'two', 'three']);
  await expect.poll(() => unreadOf(all)).toEqual(['', '', '']);
  await phone.getByText('3 unread').waitFor({ state: 'detached' });
  await phone.getByRole('link', { name: /^Ben/ }).getByText('three').waitFor();
});

test('messages written on all devices at the same time show on each once, in one order', async () => {
  const { phone, otherTab, desk } = await openAll();
  const all = [phone, otherTab, desk];
  for (const page of all) await goTo(page, withBen());
  const before = await onServer();
  await Promise.all([...all.map((page, n) => send(page, `from screen ${n}`)), write(ben, ada, 'and from Ben')]);
  await expect.poll(onServer).toHaveLength(before.length + 4);
  const said = await onServer();
  expect(said.slice(before.length).toSorted()).toEqual(['and from Ben', 'from screen 0', 'from screen 1', 'from screen 2']);
  await expect.poll(() => Promise.all(all.map(texts))).toEqual(all.map(() => said));
});

test('after being offline, a phone shows messages read on the desktop as read, and its tabs’ messages are sent once', async () => {
  const { phone, otherTab, desk } = await openAll();
  for (const page of [phone, otherTab]) await goTo(page, withBen());
  const before = await onServer();
  await phone.context().setOffline(true);
  for (const [n, page] of [phone, otherTab].entries()) {
    await send(page, `from the tunnel ${n}`);
    await page.getByRole('log').getByText('Waiting', { exact: true }).nth(n).waitFor();
  }
  for (const text of ['while you are away', 'still away?']) await write(ben, ada, text);
  await expect.poll(() => unread(desk)).toBe('2');
  await desk.getByRole('link', { name: /^Ben/ }).click();
  await expect.poll(() => unread(desk)).toBe('');

  await phone.context().setOffline(false);
  await expect.poll(onServer).toHaveLength(before.length + 4);
  const said = await onServer();
  expect(said.slice(-2).toSorted()).toEqual(['from the tunnel 0', 'from the tunnel 1']);
  await expect.poll(() => Promise.all([phone, otherTab, desk].map(texts))).toEqual([said, said, said]);
  await phone.goto(`${fixture.app.origin}/chat/personal`);
  await phone
    .getByRole('link', { name: /^Ben/ })
    .getByText(said.at(-1) ?? '')
    .waitFor();
  expect(
    await phone
      .getByText(/unread/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await expect.poll(() => unreadOf([phone, otherTab, desk])).toEqual(['', '', '']);
});

test('a device without a place does not claim that nobody sees the member, when another one has placed them', async () => {
  const cleo = await fixture.app.member({ name: 'Cleo' });
  const words = async (device: Page): Promise<string> => (await device.locator('.visibility-note').textContent()) ?? '';
  const first = await fixture.open(cleo, '/search/map');
  await expect.poll(() => words(first)).toContain('Nobody sees you until you do.');
  await reportPosition(cleo, Date.now());
  const second = await fixture.open(cleo, '/search/map');
  await expect.poll(() => words(second)).toContain('Others see you where your location was last shared.');
});
