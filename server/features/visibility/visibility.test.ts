// Members hidden from each other by blocks and suspensions, both loaded at startup and changed later.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Problem } from '#server/http/problems.ts';
import { like } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createCasesStore } from '#server/features/reports/cases.store.ts';
import { isBlockedBetween, openVisibility, storedSuspensionEnd, type Visibility } from './visibility.service.ts';

let app: TestApp;
let visibility: Visibility;
beforeEach(async () => {
  app = await openTestApp();
  visibility = await openVisibility(app.world);
});
afterEach(() => app.close());

const block = (blockerId: string, blockedId: string, isBlocked = true) =>
  app.world.bus.publish({ type: 'blockChanged', blockerId, blockedId, isBlocked });
const suspend = (profileId: string, lastsMs: number | null) => {
  const untilMs = lastsMs === null ? null : app.clock.now() + lastsMs;
  app.world.bus.publish({ type: 'suspensionChanged', profileId, untilMs });
};
const hiddenFrom = (viewerId: string) => visibility.hiddenFrom(viewerId).flatMap((set) => [...set]);
/** For each of the two members: whether the other is hidden, and whether the other looks like a deleted account. */
const between = (a: string, b: string) =>
  [
    [a, b],
    [b, a],
  ].map(([viewer = '', other = '']) => [visibility.isHidden(viewer, other), visibility.isBlockedBy(viewer, other)]);
const unrelated = [
  [false, false],
  [false, false],
];
const fromA = [
  [true, false],
  [true, true],
];
const byBoth = [
  [true, true],
  [true, true],
];

test('a block hides both members from each other, and looks like a deletion only to the blocked one', () => {
  expect([between('a', 'b'), hiddenFrom('a')]).toEqual([unrelated, []]);
  block('a', 'b');
  expect([between('a', 'b'), hiddenFrom('a'), hiddenFrom('b')]).toEqual([fromA, ['b'], ['a']]);
  expect([between('a', 'c'), between('b', 'c')]).toEqual([unrelated, unrelated]);
  block('b', 'a');
  expect(between('a', 'b')).toEqual(byBoth);
  block('b', 'a', false);
  expect([between('a', 'b'), hiddenFrom('a'), hiddenFrom('b')]).toEqual([fromA, ['b'], ['a']]);
  block('a', 'b', false);
  expect([between('a', 'b'), hiddenFrom('a'), hiddenFrom('b')]).toEqual([unrelated, [], []]);
});

test('only the blocks of a deleted member are forgotten, after other listeners have used them', async () => {
  block('a', 'b');
  block('b', 'c');
  block('c', 'a');
  for (const profileId of ['unblocked', 'a']) app.world.bus.publish({ type: 'profileDeleted', profileId });
  expect(between('a', 'b')).toEqual(fromA);
  await Promise.resolve();
  expect([between('a', 'b'), between('a', 'c'), between('b', 'c')]).toEqual([unrelated, unrelated, fromA]);
  expect([hiddenFrom('a'), hiddenFrom('b'), hiddenFrom('c')]).toEqual([[], ['c'], ['b']]);
});

test('a suspended member is hidden from all others but not from themselves, until the suspension ends or is lifted', () => {
  suspend('a', 1_000);
  suspend('b', 5_000);
  suspend('c', 9_000);
  suspend('c', null);
  expect(visibility.suspendedUntil('a')).toBe(app.clock.now() + 1_000);
  expect([hiddenFrom('a'), hiddenFrom('c')]).toEqual([['b'], ['a', 'b']]);
  expect([visibility.isHidden('c', 'a'), visibility.isHidden('a', 'c'), visibility.isHidden('a', 'a')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([visibility.isBlockedBy('c', 'a'), visibility.isBlockedBy('a', 'a')]).toEqual([true, false]);
  expect(() => visibility.requireUnsuspended({ profileId: 'a' })).toThrow(Problem);
  expect(() => visibility.requireUnsuspended({ profileId: 'c' })).not.toThrow();

  app.clock.pass(999);
  expect([visibility.isHidden('c', 'a'), visibility.removeEndedSuspensions()]).toEqual([true, []]);
  app.clock.pass(1);
  // The member is visible even before the ended suspension is removed.
  expect([hiddenFrom('c'), visibility.isHidden('c', 'a'), visibility.suspendedUntil('a')]).toEqual([['b'], false, null]);
  expect(() => visibility.requireUnsuspended({ profileId: 'a' })).not.toThrow();
  expect([visibility.removeEndedSuspensions(), visibility.removeEndedSuspensions()]).toEqual([['a'], []]);
  expect(hiddenFrom('c')).toEqual(['b']);
});

test('blocks, and the latest end of each suspension, are loaded at startup', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  await like(anton, boris, { blocked: true });
  await like(boris, carl);
  const nowMs = app.clock.now();
  const insert = (subject: Member, outcome: 'suspend' | 'hide', endsMs: number | null) =>
    app.world.db.write((tx) =>
      createCasesStore(tx).insert({
        id: app.world.ids.uuid(),
        origin: 'members',
        subject_id: subject.profileId,
        item_kind: 'profile',
        reason: 'hate',
        jury_round: 1,
        state: 'decided',
        outcome,
        decided_by: 'jury',
        opened_ms: nowMs,
        decided_ms: nowMs,
        sanction_ends_ms: endsMs,
      }),
    );
  await insert(anton, 'suspend', nowMs);
  await insert(boris, 'suspend', nowMs + 2_000);
  await insert(boris, 'suspend', nowMs + 7_000);
  await insert(boris, 'suspend', nowMs + 5_000);
  await insert(carl, 'hide', nowMs + 9_000);
  const loaded = await openVisibility(app.world);
  const people = [anton, boris, carl];
  expect(people.map(({ profileId }) => loaded.suspendedUntil(profileId))).toEqual([null, nowMs + 7_000, null]);
  await app.world.db.write(async (tx) => {
    const ends = [];
    for (const { profileId } of people) ends.push(await storedSuspensionEnd(tx, profileId, nowMs));
    expect(ends).toEqual([null, nowMs + 7_000, null]);
    const ids = people.map(({ profileId }) => profileId) as [string, string, string];
    expect(await isBlockedBetween(tx, ids[0], ids[1])).toBe(true);
    expect(await isBlockedBetween(tx, ids[1], ids[0])).toBe(true);
    expect(await isBlockedBetween(tx, ids[1], ids[2])).toBe(false);
    expect(await isBlockedBetween(tx, ids[0], ids[2])).toBe(false);
  });
  expect(loaded.isBlockedBy(boris.profileId, anton.profileId)).toBe(true);
  expect(loaded.isHidden(boris.profileId, carl.profileId)).toBe(false);
});
