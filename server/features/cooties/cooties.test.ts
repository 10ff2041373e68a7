// The glitter game over HTTP: carriers, nightly rounds, and privacy.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cooties, type OwnCooties } from '#shared/contract/community.ts';
import { account } from '#shared/contract/account.ts';
import { cootiesRules, dayOf } from '#shared/rules/community.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { exchangeMessages, like, notificationsOf, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { testClock } from '#server/testing/app/test-world.ts';

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
  const joined = await member(name);
  await play(joined);
  return joined;
};
const play = (player: Member, isPlaying = true) => player.call(cooties.putCooties, { body: { isPlaying } });
const gameOf = (player: Member): Promise<OwnCooties> => player.call(cooties.getCooties);
const hasGlitter = async (player: Member) => (await gameOf(player)).current !== null;
/** Advances the clock a day at a time and waits for each due round. */
async function pass(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 24) {
    clock.pass(Math.min(24, left) * hourMs);
    const yesterday = dayOf(clock.now()) - dayMs;
    const round = app.world.db.read.selectFrom('cooties_rounds').select('day').where('day', '=', yesterday);
    await vi.waitFor(async () => expect(await round.execute()).toHaveLength(1));
  }
}
const night = () => pass(24);

test('members play only after they join, and the first player has glitter immediately', async () => {
  const [anton, boris] = [await member('Anton'), await member('Boris')];
  const nothing = { isPlaying: false, points: 0, current: null, trail: [], wentOnTo: 0 };
  expect(await gameOf(anton)).toEqual(nothing);
  expect(await play(anton)).toEqual({
    ...nothing,
    isPlaying: true,
    current: { dayCaught: dayOf(noon), dayGone: null, passedOn: 0 },
  });
  expect(await play(boris)).toEqual({ ...nothing, isPlaying: true });
});

test('glitter spreads overnight between players who exchanged messages, and scores', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await exchangeMessages(anton, boris);
  expect(await hasGlitter(boris)).toBe(false);
  await night();
  expect(await gameOf(anton)).toMatchObject({ points: 1, current: { passedOn: 1 }, wentOnTo: 0 });
  expect(await gameOf(boris)).toMatchObject({ points: 0, current: { dayCaught: dayOf(noon) + dayMs, passedOn: 0 } });
  await night();
  expect(await gameOf(anton)).toMatchObject({ points: 1, current: { passedOn: 1 } });
});

test('a round that was interrupted before its end is played again without passing anything twice', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await exchangeMessages(anton, boris);
  await night();
  const rounds = app.world.db.read.selectFrom('cooties_rounds').select('day');
  const played = await rounds.execute();
  const yesterday = dayOf(clock.now()) - dayMs;
  await app.world.db.write((tx) => tx.deleteFrom('cooties_rounds').where('day', '=', yesterday).execute());
  await vi.waitFor(async () => expect(await rounds.execute()).toEqual(played));
  expect(await gameOf(anton)).toMatchObject({ points: 1, current: { passedOn: 1 } });
  expect(await gameOf(boris)).toMatchObject({ points: 0, current: { passedOn: 0 } });
});

test('an unanswered message or an answer after more than a day does not pass glitter on', async () => {
  const [anton, boris, carl] = [await player('Anton'), await player('Boris'), await player('Carl')];
  await write(anton, boris, 'hello?');
  await write(anton, carl, 'hello?');
  await pass(25);
  await write(carl, anton, 'sorry, I was away');
  await night();
  expect([await hasGlitter(boris), await hasGlitter(carl)]).toEqual([false, false]);
});

test('an answer within a day counts for the day of the answer', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await write(anton, boris, 'hello');
  await pass(23);
  await write(boris, anton, 'good morning');
  expect(await hasGlitter(boris)).toBe(false);
  await night();
  expect(await hasGlitter(boris)).toBe(true);
});

test('a member who does not play never has or passes on glitter, and is not notified', async () => {
  const [anton, outsider, carl] = [await player('Anton'), await member('Boris'), await player('Carl')];
  await exchangeMessages(anton, outsider);
  await exchangeMessages(outsider, carl);
  await night();
  expect(await gameOf(outsider)).toEqual({ isPlaying: false, points: 0, current: null, trail: [], wentOnTo: 0 });
  expect([await hasGlitter(carl), (await gameOf(anton)).points]).toEqual([false, 0]);
  const received = await notificationsOf(outsider);
  expect(received.map(({ bodyText }) => bodyText).toSorted()).toEqual(['Anton wrote to you.', 'Carl wrote to you.']);
});

test('members hidden from each other do not pass glitter on', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await exchangeMessages(anton, boris);
  await like(boris, anton, { blocked: true });
  await night();
  expect(await hasGlitter(boris)).toBe(false);
});

test('glitter passed on three times is lost, remains in the trail, and is not caught again immediately', async () => {
  const anton = await player('Anton');
  const others = [await player('Boris'), await player('Carl'), await player('Dora'), await player('Emil')];
  for (const other of others) await exchangeMessages(anton, other);
  await night();
  const next = dayOf(noon) + dayMs;
  expect(await gameOf(anton)).toMatchObject({
    points: 3,
    current: null,
    trail: [{ dayCaught: dayOf(noon), dayGone: next, passedOn: 3 }],
  });
  const carriers = await Promise.all(others.map(hasGlitter));
  expect(carriers.filter(Boolean)).toHaveLength(3);
  const boris = others[carriers.indexOf(true)] ?? anton;
  await exchangeMessages(boris, anton);
  await night();
  expect(await hasGlitter(anton)).toBe(false);
});

test('a player sees neither the source of their glitter nor where a single pass went', async () => {
  const players = [];
  for (const name of ['Anton', 'Boris', 'Carl', 'Dora', 'Emil']) players.push(await player(name));
  const [anton, boris, carl, dora, emil] = players as [Member, Member, Member, Member, Member];
  await exchangeMessages(anton, boris);
  await night();
  for (const other of [carl, dora]) await exchangeMessages(boris, other);
  await night();
  expect(await gameOf(anton)).toMatchObject({ wentOnTo: 0 });
  await exchangeMessages(carl, emil);
  await night();
  expect(await gameOf(anton)).toMatchObject({ wentOnTo: 3, points: 1 });
  const shown = JSON.stringify(await Promise.all(players.map(gameOf)));
  for (const { profileId, name } of players) expect(shown).not.toMatch(new RegExp(`${profileId}|${name}`));
  expect(Object.keys((await gameOf(emil)).current ?? {}).toSorted()).toEqual(['dayCaught', 'dayGone', 'passedOn']);
});

test('glitter ends after a week, and players who had none recently are seeded', async () => {
  const anton = await player('Anton');
  await pass(6 * 24);
  expect(await hasGlitter(anton)).toBe(true);
  await night();
  expect(await hasGlitter(anton)).toBe(false);
  await night();
  expect(await hasGlitter(anton)).toBe(false);
  await night();
  expect((await gameOf(anton)).current?.dayCaught).toBe(dayOf(clock.now()));
});

test('a member who leaves loses glitter and trail, but the glitter they passed on remains', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await exchangeMessages(anton, boris);
  await night();
  expect(await play(anton, false)).toEqual({ isPlaying: false, points: 1, current: null, trail: [], wentOnTo: 0 });
  expect(await hasGlitter(boris)).toBe(true);
  await play(boris, false);
  const carl = await player('Carl');
  expect(await hasGlitter(carl)).toBe(true);
  await carl.call(account.deleteAccount);
  expect(await app.world.db.read.selectFrom('cooties_glitter').selectAll().execute()).toEqual([]);
});

test('a trail goes back 30 days', async () => {
  const [anton, boris] = [await player('Anton'), await player('Boris')];
  await exchangeMessages(anton, boris);
  await pass(8 * 24);
  expect((await gameOf(boris)).trail).toHaveLength(1);
  await pass((cootiesRules.trailDays + 1) * 24);
  const oldest = Math.min(...(await gameOf(boris)).trail.map(({ dayGone }) => dayGone ?? Infinity));
  expect(oldest).toBeGreaterThanOrEqual(dayOf(clock.now()) - cootiesRules.trailDays * dayMs);
});
