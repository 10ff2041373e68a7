// An open conversation: draft replies, private pictures, scroll position, header, editor and rejected reactions.
import type { Page, Route } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { showPictures, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { change } from '#server/testing/members/settings.ts';
import { people } from './support/people.ts';
import { bubble, choose, editor } from './support/chat.ts';
import { keptRows } from './support/kept-data.ts';
import { reloadAfterDialog } from './support/reload.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

const fixture = people();
afterEach(() => void vi.restoreAllMocks());
const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;

async function pair(): Promise<[anton: Member, boris: Member]> {
  return [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
}

async function upload(member: Member): Promise<string> {
  const picfile = { bytes: await noisyPicture('jpeg', 400, 500), name: 'a.jpg', type: 'image/jpeg' };
  const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfilename: 'a.jpg', picfile });
  return String(Reflect.get(Object(body), 'id'));
}

async function chooseOwnPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await page.getByRole('menuitem', { name: 'Pictures of your profile' }).click();
}

/** The distance between the tops of element and window, once the element is at rest. */
async function topOf(page: Page, text: string): Promise<number> {
  return bubble(page, text).evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const look = (before: number): void => {
          const { top } = element.getBoundingClientRect();
          if (top === before) resolve(top);
          else requestAnimationFrame(() => look(top));
        };
        look(Number.NaN);
      }),
  );
}

/** Holds back older pages until released. */
async function holdOlder(page: Page) {
  const held: Route[] = [];
  await page.route('**/api/messages/between/**before**', (route) => void held.push(route));
  return { count: () => held.length, letGo: () => Promise.all(held.map((route) => route.continue())) };
}

/** Holds back all pictures until released. */
function holdPictures() {
  const files = fixture.app.world.pictureFiles;
  const get = files.get.bind(files);
  const isLetGo = Promise.withResolvers<void>();
  const held = vi.spyOn(files, 'get').mockImplementation(async (...asked) => {
    await isLetGo.promise;
    return get(...asked);
  });
  return { count: () => held.mock.calls.length, letGo: () => isLetGo.resolve() };
}

test('a draft reply with a private picture is restored and sent unchanged', async () => {
  const [anton, boris] = await pair();
  await showPictures(boris, { profilePicIds: [await upload(boris)], profilePicIdsPrivate: [await upload(boris)] });
  await change(boris, { privatePictures: 'granted' });
  const question = await write(anton, boris, 'Ferry or train?');
  const page = await fixture.open(boris, conversation(anton));
  await choose(page, 'Ferry or train?', 'Reply');
  await chooseOwnPictures(page);
  await page.getByText('Your private pictures are hidden').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.evaluate(() => sessionStorage.setItem('show_nsfw', 'true'));
  await reloadAfterDialog(page);

  await choose(page, 'Ferry or train?', 'Reply');
  await chooseOwnPictures(page);
  await page.getByText('Anton sees those you choose here').waitFor();
  await page.getByRole('button', { name: 'Private picture 1' }).click();
  await page.getByRole('button', { name: 'Add 1 picture' }).click();
  await editor(page).fill('Ferry, and');
  await expect.poll(() => storedDraft(page)).toMatchObject({ text: 'Ferry, and', replyToId: question.id });

  await page.reload();
  await page.getByText('Reply to Anton', { exact: true }).waitFor();
  await page.locator('.reply-bar').getByText('Ferry or train?').waitFor();
  await page.getByRole('button', { name: 'Remove picture 1' }).waitFor();
  expect(await editor(page).inputValue()).toBe('Ferry, and');
  // The keyboard must not open by itself.
  expect(await editor(page).evaluate((area) => area === document.activeElement)).toBe(false);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await bubble(page, 'Ferry, and').locator('.quote').getByText('Ferry or train?').waitFor();
  const between = { params: { a: anton.profileId, b: boris.profileId }, query: {} };
  await expect
    .poll(async () => (await anton.call(messages.getBetween, between))[0])
    .toMatchObject({ bodyText: 'Ferry, and', replyToId: question.id, profilePicIds: [expect.any(String)] });
  await expect.poll(() => storedDraft(page)).toBeNull();
  expect(await page.locator('.reply-bar').count()).toBe(0);
});

test('if a draft’s quoted message is unsent, the text remains but is no longer a reply', async () => {
  const [anton, boris] = await pair();
  const question = await write(anton, boris, 'Ferry or train?');
  await write(anton, boris, 'Never mind');
  const page = await fixture.open(boris, conversation(anton));
  await choose(page, 'Ferry or train?', 'Reply');
  await editor(page).fill('Ferry');
  await anton.call(messages.deleteMessage, { params: { id: question.id }, query: { forBoth: true } });
  await bubble(page, 'Ferry or train?').waitFor({ state: 'detached' });
  await page.locator('.reply-bar').waitFor({ state: 'detached' });
  expect(await editor(page).inputValue()).toBe('Ferry');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await bubble(page, 'Ferry').waitFor();
  expect(await bubble(page, 'Ferry').locator('.quote').count()).toBe(0);
});

test('a private picture shows to its recipient once NSFW pictures are on, with a hint until then', async () => {
  const [anton, boris] = await pair();
  const picture = await upload(anton);
  await showPictures(anton, { profilePicIdsPrivate: [picture] });
  await write(anton, boris, 'For you', [picture]);
  const page = await fixture.open(boris, conversation(anton));
  const words = bubble(page, 'For you').getByText('Turn on NSFW pictures to see private ones.');
  await words.waitFor();
  await page.goto(fixture.app.origin);
  const isSwitched = page.waitForResponse('**/api/session');
  await page.getByRole('switch', { name: 'NSFW pictures' }).check();
  await isSwitched;
  await page.goto(fixture.app.origin + conversation(anton));
  await expect
    .poll(() =>
      bubble(page, 'For you')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await words.count()).toBe(0);
});

test('the scroll position stays while older messages, pictures and new messages load', async () => {
  const [anton, boris] = await pair();
  const picture = await upload(anton);
  await showPictures(anton, { profilePicIds: [picture] });
  for (let number = 1; number <= 45; number += 1)
    await write(anton, boris, `pebble ${number}`, number === 33 || number === 35 ? [picture] : []);
  await readAll(boris, anton);
  const page = await fixture.open(boris, '/settings');
  const [pictures, older] = [holdPictures(), await holdOlder(page)];
  await page.goto(fixture.app.origin + conversation(anton));
  await bubble(page, 'pebble 45').waitFor();

  // The view is between messages above and below two pictures that are still loading.
  await bubble(page, 'pebble 34').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(pictures.count).toBeGreaterThan(0);
  const beside = await Promise.all(['pebble 32', 'pebble 34', 'pebble 36'].map((text) => topOf(page, text)));
  pictures.letGo();
  await expect
    .poll(() =>
      bubble(page, 'pebble 33')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await Promise.all(['pebble 32', 'pebble 34', 'pebble 36'].map((text) => topOf(page, text)))).toEqual(beside);

  await bubble(page, 'pebble 27').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(older.count).toBeGreaterThan(0);
  // The view is at the top of what is loaded. If this were less high than the button that it replaces, the messages would move.
  expect((await page.locator('.load-more[role=status]').boundingBox())?.height).toBe(44);
  const reading = await topOf(page, 'pebble 27');
  await write(anton, boris, 'while you read');
  await bubble(page, 'while you read').waitFor();
  expect(await topOf(page, 'pebble 27')).toBe(reading);
  await older.letGo();
  await bubble(page, 'pebble 7').waitFor();
  expect(await topOf(page, 'pebble 27')).toBe(reading);
});

test('a button that loads older messages moves the focus to the newest of them', async () => {
  const [anton, boris] = await pair();
  for (let number = 1; number <= 45; number += 1) await write(anton, boris, `pebble ${number}`);
  await readAll(boris, anton);
  const page = await fixture.open(boris, '/settings');
  let isRefused = true;
  await page.route('**/api/messages/between/**beforeMessageId**', (route) =>
    isRefused ? route.fulfill({ status: 429, json: {} }) : route.fallback(),
  );
  await page.goto(fixture.app.origin + conversation(anton));
  await bubble(page, 'pebble 45').waitFor();
  await bubble(page, 'pebble 27').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  const oldest = await page.locator('.log .bubble-text').first().textContent();
  isRefused = false;
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.bubble-text')?.textContent);
  await expect.poll(focused).toBe(`pebble ${Number(oldest?.split(' ')[1]) - 1}`);
});

test('on a phone one bar has back, the member with their whole name, like, menu and home, and no bell', async () => {
  const anton = await fixture.app.member({ name: 'Anton of the northern lights' });
  const boris = await fixture.app.member({ name: 'Boris' });
  await write(anton, boris, 'Hello');
  const page = await fixture.open(boris, conversation(anton));
  await bubble(page, 'Hello').waitFor();
  const header = page.locator('.conversation-header');
  await header.getByRole('heading', { name: 'Anton of the northern lights', exact: true }).waitFor();
  await header.getByText(/^(Online now|Here )/).waitFor();
  await header.getByRole('link', { name: /^Anton of the northern lights.*, profile$/ }).waitFor();
  await header.getByRole('button', { name: 'Like', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
  const [bar, home] = [await header.boundingBox(), await page.getByRole('link', { name: /, home$/ }).boundingBox()];
  expect(bar?.y).toBe(0);
  expect(home).toMatchObject({ y: 0, height: 56 });
  const back = await header.getByRole('button', { name: 'Back' }).boundingBox();
  const face = await header.locator('.conversation-face').boundingBox();
  expect(face?.x).toBe((back?.x ?? 0) + (back?.width ?? 0));
  const menu = await header.getByRole('button', { name: 'More actions' }).boundingBox();
  expect(home?.x).toBeGreaterThanOrEqual((menu?.x ?? 0) + (menu?.width ?? Infinity));
  expect(home?.width).toBeGreaterThanOrEqual(44);
  // The choices of the menu work, and the message that the app is offline is above the editor, not in the bar.
  await header.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mute Anton of t' }).waitFor();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog', { name: 'Report profile' }).waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page
    .locator('.editor')
    .getByText(/^Offline\. Last contact at \d/)
    .waitFor();
  expect(await header.getByText(/offline/i).count()).toBe(0);
});

test('the editor has the focus where there is a keyboard, grows with its text, and the newest message stays above it', async () => {
  const [anton, boris] = await pair();
  for (let number = 1; number <= 12; number += 1) await write(anton, boris, `stone ${number}`);
  await readAll(boris, anton);
  const isFocused = (page: Page) => editor(page).evaluate((area) => area === document.activeElement);
  const desk = await fixture.open(boris, conversation(anton), { hasTouch: false });
  await bubble(desk, 'stone 12').waitFor();
  await expect.poll(() => isFocused(desk)).toBe(true);

  const page = await fixture.open(boris, conversation(anton));
  await bubble(page, 'stone 12').waitFor();
  expect(await isFocused(page)).toBe(false);
  const edges = async () => {
    const [message, area] = [await bubble(page, 'stone 12').boundingBox(), await editor(page).boundingBox()];
    const bottomOf = (box: typeof area): number => (box?.y ?? 0) + (box?.height ?? 0);
    return { newest: bottomOf(message), top: area?.y ?? 0, height: area?.height ?? 0, bottom: bottomOf(area) };
  };
  expect((await edges()).height).toBe(44);
  // A long line wraps, and counts as several.
  await editor(page).fill('word '.repeat(60));
  const grown = await edges();
  expect(grown.height).toBeGreaterThan(100);
  expect(grown.newest).toBeLessThan(grown.top);
  await editor(page).fill('word '.repeat(700));
  expect((await edges()).height).toBeLessThan(844 * 0.4);
  await editor(page).fill('');
  expect((await edges()).height).toBe(44);

  const cover = (px: number) =>
    page.evaluate((covered) => {
      Object.defineProperty(visualViewport, 'height', { value: innerHeight - covered, configurable: true });
      visualViewport?.dispatchEvent(new Event('resize'));
    }, px);
  await cover(300);
  const raised = await edges();
  expect(raised.bottom).toBeLessThanOrEqual(844 - 300);
  expect(raised.newest).toBeLessThan(raised.top);
  await cover(0);
  expect((await edges()).bottom).toBeGreaterThan(844 - 40);
});

test('a short conversation stands at the bottom, and consecutive messages of a member have one time', async () => {
  const [anton, boris] = await pair();
  await write(anton, boris, 'One');
  await write(boris, anton, 'Two');
  await write(boris, anton, 'Three');
  const page = await fixture.open(boris, conversation(anton));
  await bubble(page, 'Three').waitFor();
  const gap = await page
    .locator('.log-scroller')
    .evaluate(
      (scroller) =>
        scroller.getBoundingClientRect().bottom -
        (scroller.querySelector('.message:last-child')?.getBoundingClientRect().bottom ?? 0),
    );
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(24);
  expect([await bubble(page, 'One').locator('time').count(), await bubble(page, 'Two').locator('time').count()]).toEqual([1, 0]);
  await bubble(page, 'Three').getByText('Not seen', { exact: true }).waitFor();
});

test('a new message rises into its place, unless less motion is wanted', async () => {
  const [anton, boris] = await pair();
  await write(anton, boris, 'First');
  for (const hasMotion of [true, false]) {
    const page = await fixture.open(boris, conversation(anton), { hasMotion });
    await bubble(page, 'First').waitFor();
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        document.body.dataset.rises = `${Number(document.body.dataset.rises ?? 0) + 1}`;
        return animate.apply(this, args);
      };
    });
    await write(anton, boris, `Next ${hasMotion}`);
    await bubble(page, `Next ${hasMotion}`).waitFor();
    expect(await page.evaluate(() => document.body.dataset.rises)).toBe(hasMotion ? '1' : undefined);
  }
});

test('a long conversation renders its newest messages first, and going back to it returns to older ones', async () => {
  const [anton, boris] = await pair();
  const count = 90;
  for (let number = 1; number <= count; number += 1) await write(anton, boris, `shell ${number}.`);
  await readAll(boris, anton);
  const page = await fixture.open(boris, conversation(anton));
  await bubble(page, `shell ${count}.`).waitFor();
  await expect.poll(async () => (await keptRows(page, 'messages')).length).toBe(count);
  await page.reload();
  await bubble(page, `shell ${count}.`).waitFor();
  const bubbles = page.locator('.message');
  expect(await bubbles.count()).toBeLessThan(count / 2);

  await expect
    .poll(async () => {
      await page.locator('.log-scroller').evaluate((element) => element.scrollTo(0, -element.scrollHeight));
      return bubbles.count();
    })
    .toBe(count);
  await bubble(page, 'shell 12.').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const reading = await topOf(page, 'shell 12.');
  await page.locator('.conversation-peer').click();
  await page.waitForURL('**/profile/**');
  await page.goBack();
  await bubble(page, 'shell 12.').waitFor();
  await expect.poll(() => topOf(page, 'shell 12.')).toBe(reading);
});

test('an emoji on a message that was unsent in the meantime shows once why it was rejected', async () => {
  const [anton, boris] = await pair();
  const late = await write(anton, boris, 'Wrong window');
  await write(anton, boris, 'Sorry');
  const page = await fixture.open(boris, conversation(anton));
  await bubble(page, 'Sorry').waitFor();
  await whenWorkerControls(page);
  await expect.poll(() => page.evaluate(hasDatabase)).toBe(true);
  await goOffline(page);
  await choose(page, 'Wrong window', '👍');
  await bubble(page, 'Wrong window')
    .getByRole('button', { name: /^Remove your reaction/ })
    .waitFor();
  await anton.call(messages.deleteMessage, { params: { id: late.id }, query: { forBoth: true } });
  await page.context().setOffline(false);
  const words = page.getByText('The message you reacted to is no longer there.');
  await words.waitFor();
  await bubble(page, 'Wrong window').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await words.waitFor({ state: 'detached' });
  await page.reload();
  await bubble(page, 'Sorry').waitFor();
  expect(await words.count()).toBe(0);
});

test('a rejected emoji shows the server’s reason', async () => {
  const [anton, boris] = await pair();
  await write(anton, boris, 'Hello');
  const page = await fixture.open(boris, conversation(anton), { isWithoutSync: true });
  await bubble(page, 'Hello').waitFor();
  await page.route('**/api/message-reaction/**', (route) =>
    route.fulfill({ status: 409, json: { statusCode: 409, error: 'Conflict', code: 'conflict', message: 'Not tonight.' } }),
  );
  await choose(page, 'Hello', '❤️');
  await page.getByText('Your reaction couldn’t be sent: Not tonight.').waitFor();
  await bubble(page, 'Hello')
    .getByRole('button', { name: /^Remove your reaction/ })
    .waitFor({ state: 'detached' });
});

async function readAll(reader: Member, peer: Member): Promise<void> {
  const [newest] = await reader.call(messages.getBetween, { params: { a: peer.profileId, b: reader.profileId }, query: {} });
  await reader.call(messages.putMessageRead, { params: { id: newest?.id ?? '' } });
}

const hasDatabase = async (): Promise<boolean> => (await indexedDB.databases()).some(({ name }) => name === 'member');

/** The only draft on this device, or null. */
const storedDraft = async (page: Page): Promise<unknown> =>
  (await keptRows<{ value: unknown }>(page, 'drafts'))[0]?.value ?? null;
