// Scored games and their thresholds, at the boundaries.
import { expect, test } from 'vitest';
import { boards, hasPictureAspect, isRanked, isSuspect, opinionOf, scoredGames } from './games.ts';

test('every scored game except Cooties has a leaderboard, in addition to the one for all games', () => {
  expect(boards).toEqual(['all', 'gptbuster', 'ratinggame', 'photocrop', 'welcome']);
  expect(scoredGames.filter((game) => !isRanked(game))).toEqual(['cooties']);
});

test('the opinion is “most” when two thirds like the picture', () => {
  expect([opinionOf(6, 9), opinionOf(5, 9), opinionOf(9, 9), opinionOf(0, 9)]).toEqual(['most', 'differ', 'most', 'differ']);
});

test('a profile is suspect when three quarters of at least eight voters vote “machine”', () => {
  expect([isSuspect(6, 8), isSuspect(5, 8), isSuspect(7, 7), isSuspect(9, 12), isSuspect(8, 12)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('a picture with the aspect ratio of profiles, allowing for rounding, is already cropped', () => {
  expect([hasPictureAspect(800, 1_000, 0.8), hasPictureAspect(801, 1_000, 0.8), hasPictureAspect(799, 1_000, 0.8)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([hasPictureAspect(1_000, 800, 0.8), hasPictureAspect(700, 1_000, 0.8), hasPictureAspect(820, 1_000, 0.8)]).toEqual([
    false,
    false,
    false,
  ]);
  // Off by exactly the tolerance.
  expect(hasPictureAspect(1, 100, 0)).toBe(false);
});
