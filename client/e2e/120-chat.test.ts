// Conversations in two browsers: writing, reading, unsending, drafts, history and notifications.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Member } from './support/member.ts';
import { desktop, openPerson, type Person } from './support/person.ts';
import { startServer, until, type RunningServer } from './support/server.ts';
import { bubble, choose, editor, log, write } from './support/chat.ts';
import { keptRows } from './support/kept-data.ts';

let server: RunningServer;
let ada: Member;
let ben: Member;
let adasPhone: Person;
let bensDesk: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server, 'Ada');
  ben = await signUp(server, 'Ben');
  adasPhone = await openPerson({ isOnDisk: true });
  bensDesk = await openPerson({ viewport: desktop, hasTouch: false });
});

afterAll(async () => {
  await adasPhone.leave();
  await bensDesk.leave();
  await server.stop();
});

const withBen = () => `/chat/personal/${ben.profileId}`;
const withAda = () => `/chat/personal/${ada.profileId}`;

test('a message appears immediately and becomes seen, and typing shows once both have written', async () => {
  await ben.open(bensDesk, withAda());
  await ada.open(adasPhone, withBen());
  await adasPhone.page.getByText('You and Ben haven’t written to each other yet.').waitFor();
  await write(bensDesk.page, 'Good morning');
  await bubble(adasPhone.page, 'Good morning').waitFor();
  await adasPhone.page.locator('.conversation-header').getByText('Online now').waitFor();
  await write(adasPhone.page, 'Good morning to you');
  await bubble(bensDesk.page, 'Good morning to you').waitFor();
  await until('a live connection on both sides', async () => {
    await editor(bensDesk.page).fill('');
    await editor(bensDesk.page).pressSequentially('Hel');
    const typing = adasPhone.page.getByText('Ben is typing').waitFor({ timeout: 1_000 });
    return typing.then(
      () => true,
      () => false,
    );
  });
  await editor(bensDesk.page).fill('Hello Ada');
  await editor(bensDesk.page).press('Enter');
  await bubble(adasPhone.page, 'Hello Ada').waitFor();
  await adasPhone.page.getByText('Ben is typing').waitFor({ state: 'detached' });
  await bubble(bensDesk.page, 'Hello Ada').getByText('Seen', { exact: true }).waitFor();
  await write(adasPhone.page, 'Hi Ben');
  await bubble(bensDesk.page, 'Hi Ben').waitFor();
  // Otherwise the next test would count it as unread.
  await bubble(adasPhone.page, 'Hi Ben').getByText('Seen', { exact: true }).waitFor();
});

test('a blank message is not sent', async () => {
  await editor(adasPhone.page).fill('  \n ');
  expect(await adasPhone.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await editor(adasPhone.page).fill('');
});

test('messages that arrive while the conversation is closed are counted and unseen; opening it shows where the new ones begin', async () => {
  await bensDesk.page.goto(`${server.origin}/chat/personal`, { waitUntil: 'networkidle' });
  const row = bensDesk.page.getByRole('link', { name: /^Ada/ });
  await row.waitFor();
  await ada.say('Are you there?', ben.profileId);
  await row.getByText('1 unread').waitFor();
  await bensDesk.page.getByRole('navigation', { name: 'Main' }).getByText('1 unread message', { exact: true }).waitFor();
  expect(await bubble(adasPhone.page, 'Are you there?').getByText('Not seen').count()).toBe(1);
  await row.click();
  await log(bensDesk.page).getByText('New messages').waitFor();
  await bubble(adasPhone.page, 'Are you there?').getByText('Seen', { exact: true }).waitFor();
  await row.getByText('1 unread').waitFor({ state: 'detached' });
});

test('drafts survive a closed app, separately for each conversation', async () => {
  await editor(adasPhone.page).fill('Half a sent');
  // The app is closed right after typing, so the last characters may be missing.
  await until('the draft to be on the device', async () => (await draftsOf(adasPhone.page)).includes('Half a sent'));
  await adasPhone.closeApp();
  await adasPhone.openApp(`${server.origin}${withBen()}`);
  await expect.poll(() => editor(adasPhone.page).inputValue()).toBe('Half a sent');
  await adasPhone.page.getByText('11 / 4000').waitFor();
  await editor(adasPhone.page).fill('');
});

test('a deleted message can be restored for some seconds; then it is deleted for the member alone', async () => {
  await choose(adasPhone.page, 'Hello Ada', 'Delete for me');
  await bubble(adasPhone.page, 'Hello Ada').waitFor({ state: 'detached' });
  await adasPhone.page.getByRole('button', { name: 'Undo' }).press('Enter');
  await bubble(adasPhone.page, 'Hello Ada').waitFor();
  await expect.poll(() => adasPhone.page.evaluate(() => document.activeElement?.textContent)).toContain('Hello Ada');
  await choose(adasPhone.page, 'Hello Ada', 'Delete for me');
  await adasPhone.page.getByText('Deleted for you.').waitFor();
  await adasPhone.page.getByText('Deleted for you.').waitFor({ state: 'detached' });
  const adas = () => ada.ask('GET', `/api/messages/between/${ada.profileId}/${ben.profileId}`);
  await until('the deletion to be stored', async () => !JSON.stringify(await adas()).includes('Hello Ada'));
  await adasPhone.page.reload();
  await bubble(adasPhone.page, 'Hi Ben').waitFor();
  expect(await bubble(adasPhone.page, 'Hello Ada').count()).toBe(0);
  expect(await bubble(bensDesk.page, 'Hello Ada').count()).toBe(1);
});

test('without a connection, a message to unsend is said to wait, since the other member still sees it', async () => {
  await adasPhone.context.setOffline(true);
  await choose(adasPhone.page, 'Hi Ben', 'Unsend for both');
  await adasPhone.page.getByText('Unsending is waiting for a connection.').waitFor();
  await adasPhone.page.getByRole('button', { name: 'Undo' }).click();
  await adasPhone.context.setOffline(false);
  await bubble(adasPhone.page, 'Hi Ben').waitFor();
});

test('an unsent message disappears for both members, and only its sender can unsend it', async () => {
  await choose(adasPhone.page, 'Hi Ben', 'Unsend for both');
  await bubble(bensDesk.page, 'Hi Ben').waitFor({ state: 'detached' });
  expect(await bubble(adasPhone.page, 'Hi Ben').count()).toBe(0);
  await bubble(bensDesk.page, 'Are you there?').hover();
  await bubble(bensDesk.page, 'Are you there?').getByRole('button', { name: 'More about this message' }).click();
  await bensDesk.page.getByRole('menuitem', { name: 'Delete for me' }).waitFor();
  expect(await bensDesk.page.getByRole('menuitem', { name: 'Unsend for both' }).count()).toBe(0);
  await bensDesk.page.keyboard.press('Escape');
});

test('URLs become links, and markup is shown as text', async () => {
  await write(bensDesk.page, 'Look: https://example.org/a and <img src=x onerror=alert(1)>');
  const message = log(adasPhone.page).getByRole('listitem').filter({ hasText: 'Look:' });
  const link = message.getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://example.org/a');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await message.innerText()).toContain('<img src=x onerror=alert(1)>');
  expect(await log(adasPhone.page).locator('img').count()).toBe(0);
});

const block = (blocked: boolean) =>
  ben.ask('PUT', '/api/profile-like', { likerProfileId: ben.profileId, likedProfileId: ada.profileId, blocked });

test('a rejected message shows the reason, and can be retried or discarded', async () => {
  // A message whose answer was lost would be sent again during the block, and refused.
  await expect.poll(() => keptRows(bensDesk.page, 'outbox')).toEqual([]);
  // On another screen, where new messages do not show.
  await bensDesk.page.goto(`${server.origin}/settings`);
  await adasPhone.context.setOffline(true);
  await write(adasPhone.page, 'Kept for later');
  await write(adasPhone.page, 'Kept in vain');
  await bubble(adasPhone.page, 'Kept for later').getByText('Waiting', { exact: true }).waitFor();
  await block(true);
  await adasPhone.context.setOffline(false);
  for (const text of ['Kept for later', 'Kept in vain']) {
    await bubble(adasPhone.page, text).getByText('Not sent').waitFor();
    await bubble(adasPhone.page, text).getByText('This member can’t be reached.').waitFor();
  }
  await block(false);
  await bubble(adasPhone.page, 'Kept in vain').getByRole('button', { name: 'Delete' }).click();
  await bubble(adasPhone.page, 'Kept in vain').waitFor({ state: 'detached' });
  await bubble(adasPhone.page, 'Kept for later').getByRole('button', { name: 'Try again' }).click();
  await bubble(adasPhone.page, 'Kept for later').getByText('Not seen').waitFor();
  await bensDesk.page.goto(`${server.origin}${withAda()}`);
  await bubble(adasPhone.page, 'Kept for later').getByText('Seen', { exact: true }).waitFor();
  expect(await bubble(bensDesk.page, 'Kept in vain').count()).toBe(0);
});

test('a message that was delivered, but whose answer was lost before a block, is shown as sent after the block', async () => {
  const { page, context } = adasPhone;
  const text = 'Arrived without an answer';
  // The earlier block has taken the editor away. It is back once the page is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await editor(page).waitFor();
  // A live connection outlasts `setOffline`, and would show that the message was delivered.
  await page.routeWebSocket('**/api/ws', (socket) => void socket.close());
  await page.reload();
  await editor(page).waitFor();
  await context.setOffline(true);
  await write(page, text);
  await bubble(page, text).getByText('Waiting', { exact: true }).waitFor();
  type Kept = { key: string; write: { body: { bodyText?: string } | null } };
  let kept: Kept | undefined;
  // Read marks may wait, too, and what waits is shown before it is stored.
  await expect
    .poll(async () => (kept = ((await keptRows(page, 'outbox')) as Kept[]).find(({ write }) => write.body?.bodyText === text)))
    .toBeDefined();
  await ada.ask('POST', '/api/message', kept?.write.body, { 'idempotency-key': String(kept?.key) });
  await block(true);
  await context.setOffline(false);
  await bubble(page, text).getByText('Not sent').waitFor();
  await block(false);
  await page.reload();
  await bubble(page, text)
    .getByText(/^(Not seen|Seen)$/)
    .waitFor();
  await expect.poll(() => keptRows(page, 'outbox')).toEqual([]);
});

test('notifications lead to their URL, once; so does the link in a push', async () => {
  const { page } = bensDesk;
  await page.goto(`${server.origin}/notifications`);
  await page.getByText('None', { exact: true }).waitFor();
  await ada.ask('PUT', '/api/profile-like', {
    likerProfileId: ada.profileId,
    likedProfileId: ben.profileId,
    likeType: 'LIKE',
  });
  await page.getByRole('button', { name: 'Delete: Ada likes you.' }).click();
  await page.getByText('Notification deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('listitem').getByText('Ada likes you.').click();
  await page.waitForURL(`**/profile/${ada.profileId}`);
  await page.goBack();
  await page.getByText('None', { exact: true }).waitFor();

  const stored = async () => (await ben.ask('GET', `/api/notifications/${ben.profileId}`)) as { id: string }[];
  await ada.say('Cleared', ben.profileId);
  await page.getByRole('group', { name: 'Messages' }).getByText('Ada wrote to you.').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('None', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Ada wrote to you.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await until('the server to have cleared them', async () => (await stored()).length === 0);
  await page.reload();
  await page.getByText('None', { exact: true }).waitFor();

  await ada.say('Deleted unread', ben.profileId);
  const news = page.getByText('Ada wrote to you.', { exact: true });
  await news.waitFor();
  const [unread] = await stored();
  const deletion = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes(String(unread?.id)),
  );
  await page.getByRole('button', { name: 'Delete: Ada wrote to you.' }).click();
  await news.waitFor({ state: 'detached' });
  await ada.say('For the push', ben.profileId);
  await news.waitFor();
  // The deletion reaches the server after the newer message, and keeps its notification.
  expect((await deletion).status()).toBe(204);
  await page.reload();
  await news.waitFor();
  const [waiting] = await stored();
  await page.goto(`${server.origin}/notifications/open/${waiting?.id}`);
  await page.waitForURL(`**${withAda()}`);
  await bubble(page, 'For the push').waitFor();
  await page.goto(`${server.origin}/notifications/open/${crypto.randomUUID()}`);
  await page.waitForURL('**/notifications');
});

test('all notifications are cleared in the heading’s line; offline the removal waits, and can be undone', async () => {
  const { page, context } = bensDesk;
  const stored = async () => (await ben.ask('GET', `/api/notifications/${ben.profileId}`)) as unknown[];
  await page.goto(`${server.origin}/notifications`);
  await ada.say('Once more', ben.profileId);
  const news = page.getByText('Ada wrote to you.', { exact: true });
  await news.waitFor();
  const clear = page.getByRole('button', { name: 'Clear all' });
  const [button, heading] = [await clear.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
  const middleOf = (box: typeof button) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(Math.abs(middleOf(button) - middleOf(heading))).toBeLessThan(2);
  expect(button?.x).toBeGreaterThan((heading?.x ?? 0) + 300);

  // Otherwise what the conversation has written would wait too.
  await expect.poll(() => keptRows(page, 'outbox')).toEqual([]);
  await context.setOffline(true);
  await clear.click();
  await page.getByText('None', { exact: true }).waitFor();
  expect(await clear.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await news.waitFor();
  await clear.click();
  await page.getByText('Notifications cleared.').waitFor();
  await page.getByText('Notifications cleared.').waitFor({ state: 'detached' });
  await until('the removal to wait on the device', async () => (await keptRows(page, 'outbox')).length === 1);
  expect(await stored()).toHaveLength(1);
  await context.setOffline(false);
  await until('the server to have cleared them', async () => (await stored()).length === 0);
  await page.getByText('None', { exact: true }).waitFor();
});

test('without a live connection messages are loaded by polling', async () => {
  const { page } = bensDesk;
  await page.routeWebSocket('**/api/ws', (socket) => void socket.close());
  await page.goto(`${server.origin}${withAda()}`);
  for (const text of ['with the first answer', 'by asking again', 'and again']) {
    await ada.say(text, ben.profileId);
    await bubble(page, text).waitFor();
  }
});

test('a long conversation opens at its end, loads older messages without a jump, and a URL opens the middle of it', async () => {
  const cem = await signUp(server, 'Cem');
  const dan = await signUp(server, 'Dan');
  const ids: string[] = [];
  for (let n = 1; n <= 19; n++) {
    ids.push(await cem.say(`from Cem, number ${n}`, dan.profileId), await dan.say(`from Dan, number ${n}`, cem.profileId));
  }
  await cem.ask('PUT', `/api/message-read/${ids.at(-1)}`);
  const person = await openPerson();
  try {
    await cem.open(person, `/chat/personal/${dan.profileId}`);
    const { page } = person;
    const scroller = page.getByRole('region', { name: 'Messages' });
    await bubble(page, 'from Dan, number 19').waitFor();
    expect(await isInView(page, 'from Dan, number 19')).toBe(true);

    const topBefore = await topOf(page, 'from Cem, number 16');
    await scroller.evaluate((element) => element.scrollBy(0, -300));
    await bubble(page, 'from Cem, number 16').waitFor();
    expect(Math.abs((await topOf(page, 'from Cem, number 16')) - topBefore - 300)).toBeLessThan(2);

    await scroller.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
    await bubble(page, 'from Cem, number 1').first().waitFor();
    await page.getByRole('button', { name: 'Jump to the newest message' }).waitFor();

    const before = await restingTopOf(page, 'from Cem, number 12');
    await dan.say('while you read', cem.profileId);
    await bubble(page, 'while you read').waitFor();
    expect(Math.abs((await topOf(page, 'from Cem, number 12')) - before)).toBeLessThan(2);
    await page.getByRole('button', { name: 'Jump to the newest message' }).click();
    await expect.poll(() => isInView(page, 'while you read')).toBe(true);

    await page.goto(`${server.origin}/chat/personal/${dan.profileId}#${ids[2]}`);
    await expect.poll(() => isInView(page, 'from Cem, number 2')).toBe(true);
    expect(person.complaints).toEqual([]);
  } finally {
    await person.leave();
  }
});

test('neither browser logged an error', () => {
  expect([...adasPhone.complaints, ...bensDesk.complaints]).toEqual([]);
});

const topOf = async (page: Page, text: string): Promise<number> =>
  (await log(page).getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;

/** The top of a message once it rests, since older ones may still be drawn above it. */
async function restingTopOf(page: Page, text: string): Promise<number> {
  let [before, now] = [Number.NaN, await topOf(page, text)];
  while (before !== now) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
    [before, now] = [now, await topOf(page, text)];
  }
  return now;
}

const isInView = (page: Page, text: string): Promise<boolean> =>
  log(page)
    .getByText(text, { exact: true })
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const room = element.closest('[role=region]')?.getBoundingClientRect();
      return room !== undefined && top >= room.top && bottom <= room.bottom;
    })
    .catch(() => false);

/** The drafts stored on this device. */
const draftsOf = async (page: Page): Promise<unknown[]> =>
  (await keptRows<{ value: { text: string } }>(page, 'drafts')).map(({ value }) => value.text);
