// Replies, reactions and search in two browsers: by menu, touch and key, offline, and for old or deleted messages.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bubble, choose, editor, write } from './support/chat.ts';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';

let server: RunningServer;
let ada: Member;
let ben: Member;
let adasPhone: Person;
let bensDesk: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server, 'Ada');
  ben = await signUp(server, 'Ben');
  adasPhone = await openPerson({ hasMotion: true });
  bensDesk = await openPerson({ viewport: desktop, hasTouch: false, hasMotion: true });
  await ada.say('Ferry or train?', ben.profileId);
  await ben.open(bensDesk, withAda());
  await ada.open(adasPhone, withBen());
  for (const { page } of [adasPhone, bensDesk]) await bubble(page, 'Ferry or train?').waitFor();
});

afterAll(async () => {
  await adasPhone.leave();
  await bensDesk.leave();
  await server.stop();
});

const withBen = () => `/chat/personal/${ben.profileId}`;
const withAda = () => `/chat/personal/${ada.profileId}`;
const quoteIn = (page: Page, text: string) => bubble(page, text).locator('.quote');

test('a reply shows the first words of its message to both members, and a tap leads to it', async () => {
  const { page } = bensDesk;
  await choose(page, 'Ferry or train?', 'Reply');
  await page.getByText('Reply to Ada', { exact: true }).waitFor();
  await expect.poll(() => editor(page).evaluate((area) => area === document.activeElement)).toBe(true);
  await write(page, 'Ferry');
  expect(await page.getByText('Reply to Ada', { exact: true }).count()).toBe(0);
  await quoteIn(page, 'Ferry').getByText('Ferry or train?').waitFor();

  await quoteIn(adasPhone.page, 'Ferry').getByText('Ferry or train?').waitFor();
  expect(await quoteIn(adasPhone.page, 'Ferry').getByText('You', { exact: true }).count()).toBe(1);
  await quoteIn(adasPhone.page, 'Ferry').click();
  await adasPhone.page.locator('.message-linked').filter({ hasText: 'Ferry or train?' }).waitFor();
});

test('pulling a message aside with a finger replies to it, unless the pull is too short', async () => {
  const { page } = adasPhone;
  await pull(page, 'Ferry', 30);
  expect(await page.getByText('Reply to Ben', { exact: true }).count()).toBe(0);
  await pull(page, 'Ferry', 90);
  await page.getByText('Reply to Ben', { exact: true }).waitFor();
  await write(page, 'See you aboard');
  await quoteIn(bensDesk.page, 'See you aboard').getByText('Ferry', { exact: true }).waitFor();
});

test('a key replies to the focused message, and the reply can be cancelled', async () => {
  const { page } = bensDesk;
  await bubble(page, 'See you aboard').getByRole('button', { name: 'More about this message' }).press('r');
  await page.getByText('Reply to Ada', { exact: true }).waitFor();
  expect(await editor(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Cancel reply' }).click();
  await write(page, 'By the way');
  expect(await quoteIn(page, 'By the way').count()).toBe(0);
});

test('a long press and a right click open a message’s menu, at a desk beside the message; a finger that moves does not', async () => {
  const { page } = adasPhone;
  const menu = page.getByRole('dialog', { name: 'Message' });
  expect(await touch(page, 'Ferry', 14, () => menu.count())).toBe(0);
  await touch(page, 'Ferry', 0, () => menu.waitFor());
  await menu.getByRole('menuitem', { name: 'Copy text' }).waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });

  const desk = bensDesk.page;
  const deskMenu = desk.getByRole('dialog', { name: 'Message' });
  await bubble(desk, 'Ferry').locator('.bubble').click({ button: 'right' });
  const gap = async (): Promise<number> => {
    const [box, anchor] = [await deskMenu.boundingBox(), await bubble(desk, 'Ferry').locator('.bubble').boundingBox()];
    if (box === null || anchor === null) return Number.NaN;
    return Math.round(Math.max(box.y - anchor.y - anchor.height, anchor.y - box.y - box.height));
  };
  await expect.poll(gap).toBe(8);
  await desk.goBack();
  await deskMenu.waitFor({ state: 'detached' });
});

test('the log is one stop of the Tab key: arrows move between messages, Enter and the menu key open the menu, Escape leads to the editor', async () => {
  const { page } = bensDesk;
  const menu = page.getByRole('dialog', { name: 'Message' });
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-key]')?.querySelector('.bubble-text')?.textContent);
  await editor(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  // The message that was clicked last.
  expect(await focused()).toBe('Ferry');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('See you aboard');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('By the way');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('See you aboard');
  await page.keyboard.press('Home');
  expect(await focused()).toBe('Ferry or train?');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('Ferry or train?');
  await page.keyboard.press('End');
  expect(await focused()).toBe('By the way');
  for (const key of ['Enter', 'ContextMenu']) {
    await page.keyboard.press(key);
    await menu.getByRole('group', { name: 'React with an emoji' }).waitFor();
    // Not by Escape, which twice within half a second hides the screen.
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    expect(await focused()).toBe('By the way');
  }
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=log]'))).toBeNull();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await editor(page).evaluate((area) => area === document.activeElement)).toBe(true);
});

test('an emoji shows for both members, can be changed, and a tap removes it', async () => {
  await choose(bensDesk.page, 'See you aboard', '❤️');
  const own = bubble(bensDesk.page, 'See you aboard').getByRole('button', { name: /^Remove your reaction/ });
  await own.waitFor();
  const given = (emoji: string) => bubble(adasPhone.page, 'See you aboard').locator('.reaction').getByText(emoji);
  await given('❤️').waitFor();
  await choose(bensDesk.page, 'See you aboard', '🔥');
  await given('🔥').waitFor();
  await adasPhone.page.reload();
  await given('🔥').waitFor();
  expect(await given('❤️').count()).toBe(0);
  await own.click();
  await given('🔥').waitFor({ state: 'detached' });
  await own.waitFor({ state: 'detached' });
});

test('a reply and an emoji made offline wait, and arrive unchanged', async () => {
  const { page } = adasPhone;
  await until('the device to hold the conversation', () => page.evaluate(isCached));
  await adasPhone.context.setOffline(true);
  await choose(page, 'By the way', 'Reply');
  await write(page, 'Yes?');
  await quoteIn(page, 'Yes?').getByText('By the way').waitFor();
  await choose(page, 'Ferry', '👍');
  await bubble(page, 'Ferry')
    .getByRole('button', { name: /^Remove your reaction/ })
    .waitFor();
  await bubble(page, 'Yes?').getByText('Waiting', { exact: true }).waitFor();
  expect(await bubble(bensDesk.page, 'Ferry').locator('.reaction').count()).toBe(0);
  await adasPhone.context.setOffline(false);
  await quoteIn(bensDesk.page, 'Yes?').getByText('By the way').waitFor();
  await bubble(bensDesk.page, 'Ferry').locator('.reaction').getByText('👍').waitFor();
});

test('replies no longer quote a message once it is unsent', async () => {
  await choose(adasPhone.page, 'Ferry or train?', 'Unsend for both');
  for (const { page } of [adasPhone, bensDesk])
    await quoteIn(page, 'Ferry').getByText('A message that is no longer here').waitFor();
  await bubble(bensDesk.page, 'Ferry or train?').waitFor({ state: 'detached' });
});

test('messages beyond the loaded pages can be quoted and found', async () => {
  const cem = await signUp(server, 'Cem');
  const first = await cem.say('In the beginning', ada.profileId);
  for (let number = 1; number <= 16; number += 1) {
    await cem.say(`number ${number}`, ada.profileId);
    await ada.say(`number ${number} too`, cem.profileId);
  }
  const body = { senderProfileId: cem.profileId, recipientProfileId: ada.profileId, bodyText: 'As I said', profilePicIds: [] };
  await cem.ask('POST', '/api/message', { ...body, replyToId: first });
  // A device that has not loaded the conversation yet.
  const person = await openPerson();
  try {
    const { page } = person;
    const asked = page.waitForRequest(`**/api/message/${first}`);
    await cem.open(person, `/chat/personal/${ada.profileId}`);
    await asked;
    await quoteIn(page, 'As I said').getByText('In the beginning').waitFor();
    await quoteIn(page, 'As I said').click();
    await page.locator('.message-linked').filter({ hasText: 'In the beginning' }).waitFor();
    expect(person.complaints).toEqual([]);
  } finally {
    await person.leave();
  }
});

test('words are found in all conversations, and a result leads to its message and back to the search', async () => {
  const { page } = adasPhone;
  await page.goto(`${server.origin}/chat/personal`);
  await page.getByRole('button', { name: 'Search your messages' }).click();
  const field = page.getByRole('searchbox', { name: 'Search your messages' });
  await field.fill('no such wor');
  await page.getByText('No messages match your search.').waitFor();
  await field.fill('beginn');
  const row = page.getByRole('search').getByRole('link', { name: /^Cem.*In the beginning/ });
  await row.click();
  await page.locator('.message-linked').filter({ hasText: 'In the beginning' }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await row.waitFor();
  expect(await field.inputValue()).toBe('beginn');
  await field.fill('aboard');
  await page
    .getByRole('search')
    .getByRole('link', { name: /^Ben.*You: See you aboard/ })
    .waitFor();
  await field.fill('');
  await page.getByRole('link', { name: /^Cem.*As I said/ }).waitFor();
  expect(await page.getByRole('search').getByRole('link').count()).toBe(0);
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.getByRole('link', { name: /^Cem.*As I said/ }).waitFor();
  expect(await field.count()).toBe(0);
});

test('neither browser logged an error', () => {
  expect([...adasPhone.complaints, ...bensDesk.complaints]).toEqual([]);
});

/** Holds a finger on a message for longer than a long press takes, moving it by `byPx`, until `held` is done. */
async function touch<T>(page: Page, text: string, byPx: number, held: () => Promise<T>): Promise<T> {
  const box = await bubble(page, text).locator('.bubble-text').boundingBox();
  if (box === null) throw new Error(`"${text}" is not on the screen`);
  const [x, y] = [box.x + 8, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  // Starts after the touch, and ends later than the time that makes it a long press.
  const isOver = page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  if (byPx > 0) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x - byPx, y }] });
  await isOver;
  const result = await held();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
  return result;
}

async function pull(page: Page, text: string, byPx: number): Promise<void> {
  const box = await bubble(page, text).locator('.bubble-text').boundingBox();
  if (box === null) throw new Error(`"${text}" is not on the screen`);
  const [x, y] = [box.x + 8, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 6; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (byPx * step) / 6, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** True once the device has cached messages. */
const isCached = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('member');
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const count = opening.result.transaction('messages').objectStore('messages').count();
      count.addEventListener('success', () => {
        opening.result.close();
        resolve(count.result > 3);
      });
    });
  });
