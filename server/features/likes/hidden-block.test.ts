// A block of a member who is hidden from the blocker: the answer is that of a deleted member, and the block holds once they are not hidden.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { block } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
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
