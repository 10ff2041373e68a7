// Members' visits as others see them, and the choice to show none.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { messages } from '#shared/contract/messages.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member, NewMember } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { localBus } from '#server/outside/bus.ts';
import { visitSlotMs } from '#server/nearby/visit-slots.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => app.close());

const place = { lat: -20.5, lon: 50.5 };

async function placed(given: NewMember = {}, at = place): Promise<Member> {
  const member = await app.member(given);
  await report(member, at);
  return member;
}
const report = (member: Member, at = place) => reportPosition(member, app.clock.now(), { ...at, forMs: 30 * hourMs });
const list = (viewer: Member, onlineNow: boolean) =>
  viewer.call(nearby.getNearest, { query: { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow } });
const online = async (viewer: Member) => (await list(viewer, true)).map(({ profileId }) => profileId);
const counted = (viewer: Member) =>
  viewer.call(nearby.getNearestCount, { query: { includeTestData: false, withPicture: false, onlineNow: true } });
const opened = (viewer: Member, of: Member) =>
  viewer.call(profiles.getProfile, { params: { id: of.profileId }, query: { admin: false } });
const detailOf = async (viewer: Member, of: Member) =>
  (await viewer.call(nearby.getDetails, { query: { profileIds: [of.profileId] } }))[0];
/** The app makes this call at each visit. */
const visit = (member: Member) => member.call(settings.getSettings);
const choose = (member: Member, showOnline: boolean) => member.call(settings.putSettings, { body: { showOnline } });

test('a member who stays is online without a gap', async () => {
  const [viewer, other] = [await placed({}, { lat: 10.5, lon: 50.5 }), await placed({}, { lat: 10.51, lon: 50.5 })];
  for (let minute = 0; minute < 60; minute += 1) {
    await visit(other);
    expect(await online(viewer)).toEqual([other.profileId]);
    app.clock.pass(minuteMs);
  }
  app.clock.pass(4 * visitSlotMs);
  expect(await online(viewer)).toEqual([]);
  expect(await counted(viewer)).toEqual({ count: 0, hidden: { onlineNow: 1 } });
});

describe('the call that says which of the given members are online', () => {
  const among = (viewer: Member, ...members: Member[]) =>
    viewer.call(nearby.getOnline, { query: { profileIds: members.map(({ profileId }) => profileId) } });

  test('answers for members anywhere, by slot, and depends on the choices of both sides to show visits', async () => {
    const [viewer, other, silent] = [await app.member(), await app.member(), await app.member()];
    await choose(silent, false);
    app.clock.pass(hourMs);
    expect(await among(viewer, other, silent)).toEqual([]);
    for (const member of [viewer, other, silent]) await visit(member);
    expect(await among(viewer, other)).toEqual([]);
    app.clock.pass(visitSlotMs);
    expect(await among(viewer, other, silent)).toEqual([other.profileId]);
    expect(await among(silent, viewer, other)).toEqual([]);
    app.clock.pass(3 * visitSlotMs);
    expect(await among(viewer, other)).toEqual([]);
  });

  test('answers for a blocked member as for an unknown one, and takes at most 100 members', async () => {
    const [viewer, other] = [await app.member(), await app.member()];
    await visit(other);
    app.clock.pass(visitSlotMs);
    expect(await among(viewer, other)).toEqual([other.profileId]);
    await other.call(likes.putProfileLike, {
      body: { likerProfileId: other.profileId, likedProfileId: viewer.profileId, blocked: true },
    });
    expect([await among(viewer, other), await among(other, viewer)]).toEqual([[], []]);
    const many = Array.from({ length: 101 }, () => other.profileId);
    expect((await viewer.ask(nearby.getOnline, { query: { profileIds: many } })).status).toBe(400);
  });
});

describe('a member who shows no visits', () => {
  test('is not online for others, and does not see who is online', async () => {
    const near = { lat: 30.5, lon: 50.5 };
    const [viewer, silent, third] = [await placed({}, near), await placed({}, near), await placed({}, near)];
    expect(await choose(silent, false)).toMatchObject({ showOnline: false });
    expect(await online(viewer)).toEqual([third.profileId]);
    expect(await online(silent)).toEqual([]);
    expect(await counted(silent)).toEqual({ count: 0, hidden: { onlineNow: 2 } });
    for (const [one, other] of [
      [viewer, silent],
      [silent, viewer],
    ] as const) {
      expect((await opened(one, other)).tsLastSeen).toBeNull();
      expect((await detailOf(one, other))?.tsLastSeen).toBeNull();
    }
    expect((await opened(viewer, third)).tsLastSeen).not.toBeNull();
    app.clock.pass(hourMs);
    await visit(silent);
    app.clock.pass(visitSlotMs);
    await visit(silent);
    expect(await online(viewer)).toEqual([]);
    await choose(silent, true);
    expect(await online(viewer)).toEqual([]);
    app.clock.pass(visitSlotMs);
    expect(await online(viewer)).toEqual([silent.profileId]);
  });

  test('keeps that choice after a restart', async () => {
    const stored = await app.member({ preferences: { showOnline: false } });
    const shown = await app.member();
    const { openVisits } = await import('./visits.service.ts');
    const visits = await openVisits(app.world);
    expect([visits.sharesVisits(stored.profileId), visits.sharesVisits(shown.profileId)]).toEqual([false, true]);
    await visits.close();
  });
});

test('the visit of a member who deletes the account in its slot is not published', async () => {
  const { openVisits } = await import('./visits.service.ts');
  const published: string[] = [];
  const bus = localBus(() => undefined);
  const nearby = { ...app.world.nearby, online: (id: string) => published.push(id) };
  const visits = await openVisits({ ...app.world, bus, nearby: nearby as never });
  const ids = ['stays', 'goes'];
  for (const profileId of ids) bus.publish({ type: 'memberSeen', profileId });
  bus.publish({ type: 'profileDeleted', profileId: 'goes' });
  visits.advance();
  expect(published).toEqual([]);
  app.clock.pass(visitSlotMs);
  visits.advance();
  expect(published.filter((id) => ids.includes(id))).toEqual(['stays']);
  await visits.close();
});

test('visits are stored by slot, and exact times of older rows are shown by slot', async () => {
  const [viewer, member] = [await app.member(), await app.member()];
  const storedMs = async () =>
    (
      await app.world.db.read
        .selectFrom('profiles')
        .select('seen_ms')
        .where('id', '=', member.profileId)
        .executeTakeFirstOrThrow()
    ).seen_ms;
  const before = await storedMs();
  app.clock.pass(2 * hourMs);
  await visit(member);
  expect(await storedMs()).toBe(before);
  app.clock.pass(visitSlotMs);
  await online(await placed());
  await vi.waitFor(async () => expect(await storedMs()).toBeGreaterThan(before));
  const first = await storedMs();
  expect(app.clock.now() - visitSlotMs - first).toBeLessThan(visitSlotMs);
  expect(Number((await opened(viewer, member)).tsLastSeen)).toBe(first - (first % hourMs));
});

test('the end of a position discloses the time of its last report only to a slot', async () => {
  const member = await app.member();
  const ends = new Set<number>();
  for (let second = 0; second < 60; second += 1) {
    await report(member);
    const row = app.world.db.read.selectFrom('positions').select('effective_until_ms').where('profile_id', '=', member.profileId);
    const { effective_until_ms: endMs } = await row.executeTakeFirstOrThrow();
    ends.add(endMs);
    const leftMs = endMs - app.clock.now();
    expect(leftMs).toBeLessThanOrEqual(26 * hourMs);
    expect(leftMs).toBeGreaterThan(26 * hourMs - 2 * visitSlotMs);
    app.clock.pass(5_000);
  }
  expect(ends.size).toBeLessThanOrEqual(2);
});

test('a sender learns that a message was read, but not the minute', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const sent = await write(anton, boris, 'hello');
  app.clock.pass(5 * hourMs + 1_234_567);
  await boris.call(messages.putMessageRead, { params: { id: sent.id } });
  const { tsRecipientRead } = await anton.call(messages.getMessage, { params: { id: sent.id } });
  expect(Number(tsRecipientRead) % hourMs).toBe(0);
});
