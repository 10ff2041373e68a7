// Drafts and messages on slow and full devices, days over midnight, and notifications after the end of a session.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { session } from '#shared/contract/session.ts';
import { dayMs, minuteMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { keptRows, keptText } from './support/kept-data.ts';
import { people } from './support/people.ts';
import { deliverUntilShown, shown } from './support/push.ts';
import { visit } from './support/visit.ts';
import { goOffline, letWorkerSend, outboxSize, whenWorkerControls } from './support/worker.ts';

const fixture = people({ excused: /WebSocket|QuotaExceededError|status of 423/ });
const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const editor = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

async function pair(): Promise<[anton: Member, boris: Member]> {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await write(boris, anton, 'Ferry or train?');
  return [anton, boris];
}
const textsOf = async (sender: Member, reader: Member): Promise<string[]> => {
  const params = { a: reader.profileId, b: sender.profileId };
  const all = await reader.call(messages.getBetween, { params, query: {} });
  return all.filter(({ senderProfileId }) => senderProfileId === sender.profileId).map(({ bodyText }) => bodyText);
};

test('a draft and what is typed before a slow device has opened its storage are both kept', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: true });
  await editor(page).fill('Ferry');
  await expect.poll(async () => (await keptRows(page, 'drafts')).length).toBe(1);
  const other = await page.context().newPage();
  await other.goto(`${fixture.app.origin}/support`);
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('lock-change', () => {
          resolve();
          return new Promise<void>((release) => Object.assign(window, { release }));
        });
      }),
  );
  await page.reload();
  await editor(page).pressSequentially('Train');
  expect(await editor(page).inputValue()).toBe('Train');
  await other.evaluate(() => Reflect.get(window, 'release')());
  await expect.poll(() => editor(page).inputValue()).toBe('Ferry\nTrain');
  await expect.poll(() => keptText(page)).toContain('Train');
  await page.reload();
  await expect.poll(() => editor(page).inputValue()).toBe('Ferry\nTrain');
});

test('without a worker, each letter of a draft is stored at once', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: true });
  await editor(page).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await editor(page).pressSequentially('Ferry');
  await page.clock.runFor(20);
  await expect.poll(() => keptText(page)).toContain('Ferry');
});

test('a waiting message is sent once even after the device has become full, and then no longer waits', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: true });
  await editor(page).waitFor();
  await page.context().setOffline(true);
  await editor(page).fill('Ferry');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => JSON.stringify(await keptRows(page, 'outbox'))).toContain('Ferry');
  await page.evaluate(() => {
    for (const method of ['put', 'add'] as const)
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
  });
  await page.context().setOffline(false);
  await expect.poll(() => textsOf(anton, boris)).toEqual(['Ferry']);
  await expect.poll(() => keptRows(page, 'outbox')).toEqual([]);
  await editor(page).fill('Train');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => textsOf(anton, boris)).toEqual(['Train', 'Ferry']);
  expect(await page.getByRole('log').getByText('Ferry', { exact: true }).count()).toBe(1);
});

test('the first message to a member and a broadcast that the service worker sent are listed at the next start without a connection', async () => {
  const [anton, boris] = [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
  await reportPosition(anton, fixture.app.world.clock.now());
  const page = await fixture.open(anton, '/chat/personal', { hasNotifications: true });
  await page.context().grantPermissions(['background-sync']);
  await page.goto(`${fixture.app.origin}/chat/personal`);
  await whenWorkerControls(page);
  await page.getByText('No conversations yet.').waitFor();
  await visit(page, '/chat/broadcast');
  await page.getByText('No messages found in your area.').waitFor();
  await visit(page, conversation(boris));
  await editor(page).waitFor();
  await goOffline(page);
  const send = async (text: string): Promise<void> => {
    await editor(page).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await send('Ferry or train?');
  await visit(page, '/chat/broadcast');
  await send('Who is at the ferry?');
  await expect.poll(() => outboxSize(page)).toBe(2);
  const hasArrived = () => expect.poll(() => textsOf(anton, boris)).toEqual(['Ferry or train?']);
  await letWorkerSend(page, fixture.app.origin, hasArrived);

  await page.goto(`${fixture.app.origin}/chat/personal`);
  await page.getByRole('link', { name: /Boris/ }).filter({ hasText: 'Ferry or train?' }).waitFor();
  await visit(page, '/chat/broadcast');
  await page.getByText('Who is at the ferry?').waitFor();
  expect(await outboxSize(page)).toBe(0);
});

test('a session that was ended on another device leaves no name in notifications', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: false, hasNotifications: true });
  await whenWorkerControls(page);
  const push = JSON.stringify({
    web_push: 8030,
    notification: { title: 'Boris', body: 'Ferry or train?', navigate: `${fixture.app.origin}/notifications`, tag: 'one' },
    app_badge: '1',
  });
  await page.goto(`${fixture.app.origin}/settings#privacy`);
  await page.getByRole('switch', { name: 'Show when I am typing' }).waitFor();
  await deliverUntilShown(page, fixture.app.origin, push);
  expect(await shown(page)).toEqual([{ title: 'Boris', body: 'Ferry or train?', tag: 'one' }]);
  await anton.call(session.deleteAuth, { query: { keepsBrowserKnown: true } });
  await page.reload();
  await page.waitForURL('**/login');
  await expect.poll(() => shown(page)).toEqual([]);
  await deliverUntilShown(page, fixture.app.origin, push);
  expect(await shown(page)).toEqual([{ title: 'Hearthside', body: 'Something new is waiting for you', tag: 'one' }]);
});

test('an open conversation says Yesterday on the next day', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(anton, conversation(boris), { isWithoutWorker: true });
  const log = page.getByRole('log');
  await log.getByText('Today', { exact: true }).waitFor();
  await page.clock.setSystemTime(Date.now() + dayMs);
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await log.getByText('Yesterday', { exact: true }).waitFor();
});

test('an open list of likes says Yesterday within a minute after midnight, also without a connection', async () => {
  const [anton, boris] = await pair();
  await like(boris, anton);
  const page = await fixture.open(anton, '/tos', { isWithoutWorker: true });
  await page.clock.install();
  await page.goto(`${fixture.app.origin}/likes/profilelikedyou`);
  const tile = page.locator('.likes-tiles').getByRole('link', { name: /Boris/ });
  await tile.getByText('Today', { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page
    .getByText(/^Offline\. Last contact/)
    .first()
    .waitFor();
  await page.clock.setSystemTime(Date.now() + dayMs);
  await page.clock.runFor(minuteMs);
  await tile.getByText('Yesterday', { exact: true }).waitFor();
});
