// Delays between polling rounds.
import { expect, test } from 'vitest';
import { pollDelayMs } from './backoff.ts';

test('polling slows down from 2 to 64 seconds while nothing is new', () => {
  const rounds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000];
  expect(rounds.map((round) => pollDelayMs(round) / 1_000)).toEqual([2, 4, 8, 8, 8, 8, 16, 32, 64, 64, 64]);
});

test('a negative round has the delay of the first', () => expect(pollDelayMs(-1)).toBe(2_000));
