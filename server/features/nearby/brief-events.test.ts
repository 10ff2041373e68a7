// The events of a sector when a member appears on the map, moves, or disappears, and none for test users.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseFailure } from '#server/db/errors.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let events: string[];
beforeEach(async () => {
  app = await openTestApp();
  events = [];
  const note = (event: Extract<BusEvent, { type: 'briefShown' | 'briefGone' }>) =>
    void events.push(`${event.type === 'briefShown' ? 'shown' : 'gone'} in ${event.sector}`);
  app.world.bus.on('briefShown', note);
  app.world.bus.on('briefGone', note);
});
afterEach(() => app.close());

const report = (member: Member, more: Parameters<typeof reportPosition>[2] = {}) =>
  reportPosition(member, app.clock.now(), { lat: 10.5, lon: 20.5, ...more });
/** The events since the last call. */
async function published(): Promise<string[]> {
  await app.world.bus.settled();
  return events.splice(0);
}

test('a member is shown in the sector of their point, and disappears from it once they hide', async () => {
  const member = await app.member();
  await report(member);
  expect(await published()).toEqual(['shown in 10:20']);
  await report(member, { hide: true });
  expect(await published()).toEqual(['gone in 10:20']);
});

test('a member who moves to another sector disappears from the first', async () => {
  const member = await app.member();
  await report(member);
  await published();
  await report(member, { lat: 11.5 });
  expect(await published()).toEqual(['gone in 10:20', 'shown in 11:20']);
});

test('a member whose profile is removed disappears, with a single event', async () => {
  const member = await app.member();
  await report(member);
  await published();
  for (let times = 0; times < 2; times += 1) await app.world.bus.apply({ type: 'profileDeleted', profileId: member.profileId });
  expect(await published()).toEqual(['gone in 10:20']);
});

test('a position that is reported again without a change causes no event', async () => {
  const member = await app.member();
  await report(member);
  await published();
  await report(member);
  expect(await published()).toEqual([]);
});

test('a change that could not be read counts as not applied, and is shown when it is applied again', async () => {
  const quiet = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => quiet.close());
  const { bus, db, nearby } = quiet.world;
  const member = await quiet.member();
  await report(member);
  const { profileId } = member;
  await db.write((tx) => tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', profileId).execute());
  const failing = vi.spyOn(db.read, 'selectFrom').mockImplementation(() => {
    throw new DatabaseFailure('database-unavailable', 'It is away.');
  });
  await expect(bus.apply({ type: 'profileChanged', profileId })).rejects.toThrow('It is away.');
  failing.mockRestore();
  await bus.apply({ type: 'profileChanged', profileId });
  expect(nearby.get(profileId)).toBeUndefined();
});

test('changes that could not be read are shown by themselves once the database answers', async () => {
  const quiet = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => quiet.close());
  const { bus, db, nearby } = quiet.world;
  const [hiding, suspended] = [await quiet.member(), await quiet.member()];
  for (const member of [hiding, suspended]) await report(member);
  const shown: string[] = [];
  bus.on('briefShown', ({ brief }) => void shown.push(brief.profileId));
  await db.write((tx) => tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', hiding.profileId).execute());
  const failing = vi.spyOn(db.read, 'selectFrom').mockImplementation(() => {
    throw new DatabaseFailure('database-unavailable', 'It is away.');
  });
  bus.publish({ type: 'profileChanged', profileId: hiding.profileId });
  // Watchers know that this member left, so they are told although the brief is the same.
  bus.publish({ type: 'suspensionChanged', profileId: suspended.profileId, untilMs: null });
  await bus.settled();
  expect([nearby.get(hiding.profileId) !== undefined, shown]).toEqual([true, []]);
  failing.mockRestore();
  await expect.poll(() => nearby.get(hiding.profileId), { timeout: 5_000 }).toBeUndefined();
  await expect.poll(() => shown, { timeout: 5_000 }).toEqual([suspended.profileId]);
});

test('test users cause no events', async () => {
  const member = await app.member({ isTest: true });
  await report(member);
  await report(member, { hide: true });
  expect(await published()).toEqual([]);
});
