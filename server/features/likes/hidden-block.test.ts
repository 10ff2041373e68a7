// A block of a member who is hidden from the blocker: the answer is that of a deleted member, and the block holds once they are not hidden.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { block, reportPosition } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createLikesStore } from './likes.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const two = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;
const put = async (from: Member, to: Pick<Member, 'profileId'>, blocked: boolean) => {
  const body = { likerProfileId: from.profileId, likedProfileId: to.profileId, blocked };
  return (await from.ask(likes.putProfileLike, { body })).status;
};
const seenBy = async (viewer: Member, other: Member) =>
  (await viewer.ask(profiles.getProfile, { params: { id: other.profileId }, query: { admin: false } })).status;
/** The answer does not wait for the block. */
const whenStored = (blocker: Member, { profileId }: Pick<Member, 'profileId'>, isBlocked: boolean) =>
  expect
    .poll(async () => (await createLikesStore(app.world.db.read).find(blocker.profileId, profileId))?.blocked)
    .toBe(isBlocked);
const suspend = ({ profileId }: Member, untilMs: number | null) =>
  app.world.bus.apply({ type: 'suspensionChanged', profileId, untilMs });

test('a block of a suspended member holds after the suspension', async () => {
  const [anton, boris] = await two();
  await suspend(boris, app.clock.now() + hourMs);
  expect(await put(anton, boris, true)).toBe(404);
  await whenStored(anton, boris, true);
  await suspend(boris, null);
  await expect.poll(() => seenBy(boris, anton)).toBe(404);
});

test('a member who blocks somebody who blocks them stays hidden when that block ends', async () => {
  const [anton, boris] = await two();
  await block(anton, boris);
  expect(await put(boris, anton, true)).toBe(404);
  await whenStored(boris, anton, true);
  expect(await put(anton, boris, false)).toBe(404);
  await whenStored(anton, boris, false);
  await expect.poll(() => seenBy(boris, anton)).toBe(200);
  expect(await seenBy(anton, boris)).toBe(404);

  expect(await put(boris, anton, false)).toBe(200);
  expect(await seenBy(anton, boris)).toBe(200);
});

test('of two members who block each other at the same time, both blocks are stored', async () => {
  const [anton, boris] = await two();
  await Promise.all([put(anton, boris, true), put(boris, anton, true)]);
  await whenStored(anton, boris, true);
  await whenStored(boris, anton, true);
});

test('a block of a member who does not exist is no failure', async () => {
  const [anton, boris] = await two();
  const failed = vi.spyOn(app.world.log, 'error');
  expect(await put(anton, { profileId: crypto.randomUUID() }, true)).toBe(404);
  // A later block is stored after the first one has been looked up.
  await suspend(boris, app.clock.now() + hourMs);
  expect(await put(anton, boris, true)).toBe(404);
  await whenStored(anton, boris, true);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});

/** Resolves when the next change of a block has been sent to sockets. */
const nextChange = () =>
  new Promise<void>((resolve) => {
    const stop = app.world.bus.on('blockChanged', () => {
      stop();
      resolve();
    });
  });

/** What a member's page and a page that they open afterwards receive while one of the two blocks the other, and ends that block. */
async function receivedMeanwhile(viewer: Member, blocker: Member, blocked: Member) {
  const socket = await openSocket(viewer);
  socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await socket.settled();
  app.clock.pass(1);
  const since = String((await viewer.ask(settings.getSettings)).headers[answerMarkHeader]);
  const before = socket.received.length;
  for (const isBlocked of [true, false]) {
    const sent = nextChange();
    await put(blocker, blocked, isBlocked);
    await sent;
    await socket.settled();
  }
  const { missed } = await (await openSocket(viewer, { since })).until('hello');
  return { received: socket.received.slice(before).filter(({ type }) => type !== 'pong'), missed };
}
const nothing = { received: [], missed: [] };

test('whoever blocks a member who blocks them receives nothing that a block of a deleted member would not cause', async () => {
  const [anton, boris] = await two();
  await reportPosition(anton, app.clock.now());
  await block(anton, boris);
  expect(await receivedMeanwhile(boris, boris, anton)).toEqual(nothing);
});

test('nobody hears of a suspended member when one of the two blocks the other', async () => {
  const [anton, boris] = await two();
  await reportPosition(anton, app.clock.now());
  await suspend(anton, app.clock.now() + hourMs);
  expect(await receivedMeanwhile(boris, boris, anton)).toEqual(nothing);
  expect(await receivedMeanwhile(boris, anton, boris)).toEqual(nothing);
});

test('whoever blocks a member learns that this member blocks them too, but not where they are', async () => {
  const [anton, boris] = await two();
  await reportPosition(anton, app.clock.now());
  await block(boris, anton);
  const { received, missed } = await receivedMeanwhile(boris, anton, boris);
  expect([received, missed]).toEqual([[{ type: 'gone', profileId: anton.profileId }], ['gone']]);
});
