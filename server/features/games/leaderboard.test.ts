// Consents, scores and the leaderboard, as members meet them over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '#shared/contract/games.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayOf } from '#shared/rules/community.ts';
import type { Board, ScoredGame } from '#shared/rules/games.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { agree, like } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createGamesService } from './games.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Adds points, yesterday unless told otherwise, since the leaderboard has them from the next day on. */
const score = (member: Member, game: ScoredGame, points: number, daysAgo = 1) => {
  const now = () => app.world.clock.now() - daysAgo * dayMs;
  const { db, clock } = app.world;
  return db.write((tx) => createGamesService({ db, clock: { ...clock, now } }).score(tx, member.profileId, game, points));
};
const board = (viewer: Member, asked: { board?: Board; afterPoints?: number; afterProfileId?: string } = {}) =>
  viewer.call(games.getLeaderboard, { query: { board: undefined, afterPoints: undefined, afterProfileId: undefined, ...asked } });
const names = async (viewer: Member, which?: Board) =>
  (await board(viewer, which === undefined ? {} : { board: which })).map(({ profile, points }) => [profile.profileName, points]);

/** A member with points who agreed to the leaderboard. */
async function player(name: string, game: ScoredGame, points: number): Promise<Member> {
  const member = await app.member({ name });
  await score(member, game, points);
  await agree(member, { leaderboard: true });
  return member;
}

test('a member has no consents at first, and each consent is for one game only', async () => {
  const anton = await app.member();
  const off = { words: false, rating: false, crop: false, leaderboard: false };
  expect(await anton.call(games.getGames)).toEqual({ consents: off, scores: [], cropsWaiting: 0 });
  expect(await agree(anton, { rating: true })).toEqual({ ...off, rating: true });
  expect(await agree(anton, { crop: true, rating: false })).toEqual({ ...off, crop: true });
  expect((await anton.call(games.getGames)).consents).toEqual({ ...off, crop: true });
});

test('the leaderboard has members with points who agreed, most points first, by game and in total', async () => {
  const viewer = await app.member();
  const [anton, boris] = [await player('Anton', 'gptbuster', 3), await player('Boris', 'photocrop', 5)];
  await score(anton, 'ratinggame', 4);
  await score(boris, 'cooties', 99);
  await player('Nobody yet', 'gptbuster', 0);
  await score(await app.member({ name: 'Did not agree' }), 'gptbuster', 50);
  expect(await names(viewer)).toEqual([
    ['Anton', 7],
    ['Boris', 5],
  ]);
  expect(await names(viewer, 'gptbuster')).toEqual([['Anton', 3]]);
  expect(await names(viewer, 'welcome')).toEqual([]);
  await agree(anton, { leaderboard: false });
  expect(await names(viewer)).toEqual([['Boris', 5]]);
  await agree(boris, { leaderboard: false });
});

test('points and order change on the next day, so that nobody learns who plays now or whose crop was accepted', async () => {
  const viewer = await app.member();
  const [anton, boris] = [await player('Anton', 'welcome', 7), await player('Boris', 'welcome', 5)];
  const newcomer = await player('Newcomer', 'gptbuster', 0);
  const inOrder = [
    ['Anton', 7],
    ['Boris', 5],
  ];
  for (const points of [5, 0, 1]) await score(boris, 'welcome', points, 0);
  await score(newcomer, 'welcome', 9, 0);
  for (const which of ['welcome', 'all'] as const) {
    expect(await names(viewer, which)).toEqual(inOrder);
    expect(await names(boris, which)).toEqual(inOrder);
  }
  const { clock } = app.world;
  const untilMidnight = dayOf(clock.now()) + dayMs - clock.now();
  app.clock.pass(untilMidnight - 1);
  expect(await names(viewer, 'welcome')).toEqual(inOrder);
  app.clock.pass(1);
  await score(anton, 'welcome', 100, 0);
  const next = await board(viewer, { board: 'welcome' });
  expect(next.map(({ profile, points }) => [profile.profileName, points])).toEqual([
    ['Boris', 11],
    ['Newcomer', 9],
    ['Anton', 7],
  ]);
  // The next page, after the newcomer, continues the same order.
  const after = { board: 'welcome', afterPoints: 9, afterProfileId: newcomer.profileId } as const;
  expect(await board(viewer, after)).toEqual(next.slice(2));
  for (const member of [anton, boris, newcomer]) await agree(member, { leaderboard: false });
});

test('points added by a process of the previous version are shown from the next day on', async () => {
  // Then less than a day is left until midnight: a session ends after a day without use.
  app.clock.pass(dayMs / 24);
  const [viewer, anton] = [await app.member(), await app.member({ name: 'Anton' })];
  const row = { profile_id: anton.profileId, game: 'welcome', points: 4, streak: 1, best: 1 } as const;
  await app.world.db.write((tx) =>
    tx
      .insertInto('game_scores')
      .values({ ...row, changed_ms: app.clock.now() })
      .execute(),
  );
  await agree(anton, { leaderboard: true });
  expect(await names(viewer, 'welcome')).toEqual([]);
  await score(anton, 'welcome', 1, 0);
  app.clock.pass(dayOf(app.clock.now()) + dayMs - app.clock.now());
  expect(await names(viewer, 'welcome')).toEqual([['Anton', 5]]);
  await agree(anton, { leaderboard: false });
});

test('a member who hides, or blocks the viewer or is blocked by them, is not on the leaderboard', async () => {
  const viewer = await app.member();
  const [blocking, blocked, hiding] = [
    await player('Blocking', 'welcome', 3),
    await player('Blocked', 'welcome', 2),
    await player('Hiding', 'welcome', 1),
  ];
  expect(await names(viewer, 'welcome')).toHaveLength(3);
  await like(blocking, viewer, { blocked: true });
  await like(viewer, blocked, { blocked: true });
  await change(hiding, { hide: true });
  expect(await names(viewer, 'welcome')).toEqual([]);
  for (const member of [blocking, blocked, hiding]) await agree(member, { leaderboard: false });
});

test('a page has twenty members, and each member is on one page only, even with equal points', async () => {
  const viewer = await app.member();
  for (let count = 0; count < 25; count++) await player(`Player ${count}`, 'photocrop', count < 22 ? 5 : 10);
  const first = await board(viewer, { board: 'photocrop' });
  const last = first.at(-1)!;
  const second = await board(viewer, {
    board: 'photocrop',
    afterPoints: last.points,
    afterProfileId: last.profile.profileId,
  });
  expect([first.length, second.length]).toEqual([20, 5]);
  expect(first.map(({ points }) => points).slice(0, 4)).toEqual([10, 10, 10, 5]);
  expect(new Set([...first, ...second].map(({ profile }) => profile.profileId)).size).toBe(25);
});

test('volunteer credits begin at 0 and are earned with crops and hellos', async () => {
  const anton = await app.member();
  const credits = async () => (await anton.call(settings.getSettings)).volunteerCredits;
  expect(await credits()).toBe(0);
  await score(anton, 'gptbuster', 7);
  expect(await credits()).toBe(0);
  await score(anton, 'welcome', 2);
  await score(anton, 'photocrop', 5);
  expect(await credits()).toBe(7);
});

test('points added at the same moment are all counted', async () => {
  const anton = await app.member();
  await Promise.all(Array.from({ length: 10 }, () => score(anton, 'gptbuster', 1)));
  expect((await anton.call(games.getGames)).scores).toEqual([{ game: 'gptbuster', points: 10, streak: 10, best: 10 }]);
});
