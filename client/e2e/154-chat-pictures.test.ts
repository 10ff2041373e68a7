// Pictures of this device in a conversation: chosen, previewed, sent, and waiting without a connection.
import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import type { Member } from '#server/testing/app/members.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { problem } from '#server/http/problems.ts';
import { uploadChatPicture } from '#server/testing/members/actions.ts';
import { people } from './support/people.ts';
import { reloadAfterDialog } from './support/reload.ts';
import { goOffline, whenWorkerControls } from './support/worker.ts';

/** The browser's own messages about a refused upload or a lost connection are excused. */
const fixture = people({ excused: /Failed to load resource/ });
afterEach(() => void vi.restoreAllMocks());

const conversation = ({ profileId }: Member): string => `/chat/personal/${profileId}`;
const pictureIn = (page: Page) => page.getByRole('log').getByRole('button', { name: 'Picture 1' }).locator('img');
const hasLoaded = (page: Page) =>
  expect.poll(() => pictureIn(page).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true);

async function pair(): Promise<[anton: Member, boris: Member]> {
  return [await fixture.app.member({ name: 'Anton' }), await fixture.app.member({ name: 'Boris' })];
}

async function choosePicture(page: Page, how = 'Choose a picture'): Promise<void> {
  await page.getByRole('button', { name: 'Add pictures' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: how }).click();
  await (await choosing).setFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await noisyPicture('jpeg', 400, 500) });
  await page.getByRole('dialog').getByRole('img', { name: 'The picture to send' }).waitFor();
}

const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
const between = (viewer: Member, other: Member) =>
  viewer.call(messages.getBetween, { params: { a: viewer.profileId, b: other.profileId }, query: {} });

test('a picture from the camera reaches the other member, and only them', async () => {
  const [anton, boris] = await pair();
  const [page, other] = [await fixture.open(boris, conversation(anton)), await fixture.open(anton, conversation(boris))];
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await page.locator('input[capture]').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await choosePicture(page, 'Take a picture');
  await page.getByText('Only Anton can see it, until you unsend it.').waitFor();
  await send(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await Promise.all([page, other].map(hasLoaded));
  const [message] = await between(anton, boris);
  expect(message).toMatchObject({ bodyText: '', profilePicIds: [expect.any(String)] });
  const carl = await fixture.app.member();
  expect((await carl.send('GET', `/api/profile-pic/${message?.profilePicIds[0]}`)).status).toBe(404);
});

test('without a connection a picture waits with its message, survives a reload, and is sent once', async () => {
  const [anton, boris] = await pair();
  const [page, other] = [await fixture.open(boris, conversation(anton)), await fixture.open(anton, conversation(boris))];
  await whenWorkerControls(page);
  await choosePicture(page);
  await page.keyboard.press('Escape');
  await goOffline(page);
  await choosePicture(page);
  await send(page);
  await page.getByRole('log').getByText('Waiting for a connection').waitFor();
  await reloadAfterDialog(page);
  await page.getByRole('log').getByText('Waiting for a connection').waitFor();
  await page.getByRole('log').locator('.waiting-picture img').waitFor();
  await page.context().setOffline(false);
  await Promise.all([page, other].map(hasLoaded));
  expect(await page.locator('.waiting-picture').count()).toBe(0);
  expect(await between(anton, boris)).toHaveLength(1);
});

test('a refused picture says why in its message, and can be sent again or removed', async () => {
  const [anton, boris] = await pair();
  const page = await fixture.open(boris, conversation(anton));
  const make = vi.spyOn(fixture.app.world.pictureScaling, 'make').mockRejectedValue(problem('too-many-chat-pictures'));
  await choosePicture(page);
  await send(page);
  const log = page.getByRole('log');
  await log.getByText('as many pictures as a day allows').waitFor();
  make.mockRestore();
  await log.getByRole('button', { name: 'Try again' }).click();
  await hasLoaded(page);

  vi.spyOn(fixture.app.world.pictureScaling, 'make').mockRejectedValue(problem('too-many-chat-pictures'));
  await choosePicture(page);
  await send(page);
  await log.getByRole('button', { name: 'Delete', exact: true }).click();
  await log.getByText('as many pictures as a day allows').waitFor({ state: 'detached' });
  expect(await between(anton, boris)).toHaveLength(1);
});

/** `open` opens a conversation with a received picture. `failing` lets all requests for pictures fail until it is restored. */
async function receivedPicture() {
  const [anton, boris] = await pair();
  const key = crypto.randomUUID();
  await uploadChatPicture(anton, boris, key, await noisyPicture('png', 400, 500));
  const to = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId };
  await anton.call(messages.postMessage, { body: { ...to, bodyText: '', profilePicIds: [], chatPicKeys: [key] } });
  const failing = () => vi.spyOn(fixture.app.world.pictureFiles, 'get').mockResolvedValue(null);
  return { failing, open: () => fixture.open(boris, conversation(anton)) };
}

test('a picture that is loaded at a second attempt has no hint about private pictures', async () => {
  const { failing, open } = await receivedPicture();
  const failure = failing();
  const page = await open();
  const hint = page.getByText('Turn on NSFW pictures to see private ones.');
  await hint.waitFor();
  failure.mockRestore();
  await hasLoaded(page);
  await hint.waitFor({ state: 'detached' });
});

test('a picture that could not be loaded in the viewer is loaded again', async () => {
  const { failing, open } = await receivedPicture();
  const page = await open();
  await hasLoaded(page);
  const failure = failing();
  await page.getByRole('log').getByRole('button', { name: 'Picture 1' }).click();
  await page.getByText('This picture is not available.').waitFor();
  failure.mockRestore();
  const large = page.getByRole('img', { name: 'Picture 1 of 1' });
  await expect.poll(() => large.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true);
});
