// The glitter game over HTTP: carriers, nightly rounds, and what is not disclosed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cooties, type OwnCooties } from '#shared/contract/community.ts';
import { account } from '#shared/contract/account.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { cootiesRules, dayMs, dayOf } from '#shared/rules/community.ts';
import { like, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';

const hourMs = 3_600_000;
/** Everybody stays logged in. */
const yearMs = 365 * dayMs;
const noon = Date.UTC(2026, 10, 21, 12);

let app: TestApp;
let clock: ReturnType<typeof testClock>;
beforeEach(async () => {
  clock = testClock(noon);
  app = await openTestApp({ parts: { clock }, limits: { communitySweepMs: 10, sessionIdleMs: yearMs, maxSessionMs: yearMs } });
});
afterEach(() => app.close());

const member = (name: string): Promise<Member> => app.member({ name });
const player = async (name: string): Promise<Member> => {
  const made = await member(name);
  await play(made);
  return made;
};
const play = (one: Member, isPlaying = true) => one.call(cooties.putCooties, { body: { isPlaying } });
const own = (one: Member): Promise<OwnCooties> => one.call(cooties.getCooties);
const has = async (one: Member) => (await own(one)).current !== null;
async function talk(a: Member, b: Member): Promise<void> {
  await write(a, b, 'hello');
  await write(b, a, 'hello yourself');
}

/** Passes hours, a day at a time, and waits for the rounds that are due then. */
async function pass(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 24) {
    clock.pass(Math.min(24, left) * hourMs);
    const yesterday = dayOf(clock.now()) - dayMs;
    const round = app.world.db.read.selectFrom('cooties_rounds').select('day').where('day', '=', yesterday);
    await vi.waitFor(async () => expect(await round.execute()).toHaveLength(1));
  }
}
const night = () => pass(24);

test('members play only after they join, and the first player has glitter at once', async () => {
  const [anton, boris] = [await member('Anton'), await member('Boris')];
  const nothing = { isPlaying: false, points: 0, current: null, trail: [], wentOnTo: 0 };
  expect(await own(anton)).toEqual(nothing);
  expect(await play(anton)).toEqual({
    ...nothing,
    isPlaying: true,
    current: { dayCaught: dayOf(noon), dayGone: null, passedOn: 0 },
  });
  expect(await play(boris)).toEqual({ ...nothing, isPlaying: true });
});

test('glitter spreads overnight to a player with whom messages went both ways, and scores', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await talk(anton, boris);
  expect(await has(boris)).toBe(false);
  await night();
  expect(await own(anton)).toMatchObject({ points: 1, current: { passedOn: 1 }, wentOnTo: 0 });
  expect(await own(boris)).toMatchObject({ points: 0, current: { dayCaught: dayOf(noon) + dayMs, passedOn: 0 } });
  await night();
  expect(await own(anton)).toMatchObject({ points: 1, current: { passedOn: 1 } });
});

test('neither an unanswered message nor an answer a day later passes glitter on', async () => {
  const [anton, boris, carl] = [await player('Anton'), await player('Boris'), await player('Carl')];
  await write(anton, boris, 'hello?');
  await write(anton, carl, 'hello?');
  await pass(25);
  await write(carl, anton, 'sorry, I was away');
  await night();
  expect([await has(boris), await has(carl)]).toEqual([false, false]);
});

test('an answer within a day counts on the day of the answer', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await write(anton, boris, 'hello');
  await pass(23);
  await write(boris, anton, 'good morning');
  expect(await has(boris)).toBe(false);
  await night();
  expect(await has(boris)).toBe(true);
});

test('a member who does not play never has glitter, passes none on, and is not notified', async () => {
  const [anton, outsider, carl] = [await player('Anton'), await member('Boris'), await player('Carl')];
  await talk(anton, outsider);
  await talk(outsider, carl);
  await night();
  expect(await own(outsider)).toEqual({ isPlaying: false, points: 0, current: null, trail: [], wentOnTo: 0 });
  expect([await has(carl), (await own(anton)).points]).toEqual([false, 0]);
  const profileId = outsider.profileId;
  const told = await outsider.call(notifications.getNotifications, { params: { profileId } });
  expect(told.map(({ bodyText }) => bodyText).toSorted()).toEqual(['Anton wrote to you.', 'Carl wrote to you.']);
});

test('members who are hidden from each other pass nothing on', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await talk(anton, boris);
  await like(boris, anton, { blocked: true });
  await night();
  expect(await has(boris)).toBe(false);
});

test('glitter passed on to three is lost, stays in the trail, and is not caught again at once', async () => {
  const anton = await player('Anton');
  const others = [await player('Boris'), await player('Carl'), await player('Dora'), await player('Emil')];
  for (const other of others) await talk(anton, other);
  await night();
  const next = dayOf(noon) + dayMs;
  expect(await own(anton)).toMatchObject({
    points: 3,
    current: null,
    trail: [{ dayCaught: dayOf(noon), dayGone: next, passedOn: 3 }],
  });
  const carriers = await Promise.all(others.map(has));
  expect(carriers.filter(Boolean)).toHaveLength(3);
  const boris = others[carriers.indexOf(true)] ?? anton;
  await talk(boris, anton);
  await night();
  expect(await has(anton)).toBe(false);
});

test('a player learns neither the source of their glitter nor where a single pass went on to', async () => {
  const people = [];
  for (const name of ['Anton', 'Boris', 'Carl', 'Dora', 'Emil']) people.push(await player(name));
  const [anton, boris, carl, dora, emil] = people as [Member, Member, Member, Member, Member];
  await talk(anton, boris);
  await night();
  for (const other of [carl, dora]) await talk(boris, other);
  await night();
  expect(await own(anton)).toMatchObject({ wentOnTo: 0 });
  await talk(carl, emil);
  await night();
  expect(await own(anton)).toMatchObject({ wentOnTo: 3, points: 1 });
  const shown = JSON.stringify(await Promise.all(people.map(own)));
  for (const { profileId, name } of people) expect(shown).not.toMatch(new RegExp(`${profileId}|${name}`));
  expect(Object.keys((await own(emil)).current ?? {}).toSorted()).toEqual(['dayCaught', 'dayGone', 'passedOn']);
});

test('glitter ends after a week, and players who had none lately are seeded with some', async () => {
  const anton = await player('Anton');
  await pass(6 * 24);
  expect(await has(anton)).toBe(true);
  await night();
  expect(await has(anton)).toBe(false);
  await night();
  expect(await has(anton)).toBe(false);
  await night();
  expect((await own(anton)).current?.dayCaught).toBe(dayOf(clock.now()));
});

test('a member who leaves has no glitter and no trail, and what they passed on stays', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await talk(anton, boris);
  await night();
  expect(await play(anton, false)).toEqual({ isPlaying: false, points: 1, current: null, trail: [], wentOnTo: 0 });
  expect(await has(boris)).toBe(true);
  await play(boris, false);
  const carl = await player('Carl');
  expect(await has(carl)).toBe(true);
  await carl.call(account.deleteAccount);
  expect(await app.world.db.read.selectFrom('cooties_glitter').selectAll().execute()).toEqual([]);
});

test('a trail goes back 30 days', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await talk(anton, boris);
  await pass(8 * 24);
  expect((await own(boris)).trail).toHaveLength(1);
  await pass((cootiesRules.trailDays + 1) * 24);
  const oldest = Math.min(...(await own(boris)).trail.map(({ dayGone }) => dayGone ?? Infinity));
  expect(oldest).toBeGreaterThanOrEqual(dayOf(clock.now()) - cootiesRules.trailDays * dayMs);
});
