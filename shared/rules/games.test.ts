// The games' shares and bounds, at their limits.
import { expect, test } from 'vitest';
import { boards, isCutAlready, isRanked, isSuspect, opinionOf, scoredGames } from './games.ts';

test('every game with points but Cooties has a leaderboard, besides that of all games', () => {
  expect(boards).toEqual(['all', 'gptbuster', 'ratinggame', 'photocrop', 'welcome']);
  expect(scoredGames.filter((game) => !isRanked(game))).toEqual(['cooties']);
});

test('most like a picture when two of three do', () => {
  expect([opinionOf(6, 9), opinionOf(5, 9), opinionOf(9, 9), opinionOf(0, 9)]).toEqual(['most', 'differ', 'most', 'differ']);
});

test('a profile is suspect when three of four among at least eight voters take it for a machine', () => {
  expect([isSuspect(6, 8), isSuspect(5, 8), isSuspect(7, 7), isSuspect(9, 12), isSuspect(8, 12)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('a picture needs no crop when its proportions are those of profiles but for rounding', () => {
  expect([isCutAlready(800, 1_000, 0.8), isCutAlready(801, 1_000, 0.8), isCutAlready(799, 1_000, 0.8)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isCutAlready(1_000, 800, 0.8), isCutAlready(700, 1_000, 0.8), isCutAlready(820, 1_000, 0.8)]).toEqual([
    false,
    false,
    false,
  ]);
});
