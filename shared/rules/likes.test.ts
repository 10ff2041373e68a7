// Likes by button and by swipe.
import { expect, test } from 'vitest';
import { likeLabel, likeOfSwipe, likeTypes, toggledLike } from './likes.ts';

test('the button toggles the like', () => {
  expect(likeTypes.map((type) => [type, toggledLike(type), likeLabel(type)])).toEqual([
    ['LIKE', 'DISLIKE', 'Remove Like'],
    ['DISLIKE', 'LIKE', 'Like'],
    ['UNDETERMINED', 'LIKE', 'Like'],
    ['ERROR', 'LIKE', 'Like'],
  ]);
});

test.each([
  ['right', 'LIKE'],
  ['left', 'DISLIKE'],
  ['down', 'UNDETERMINED'],
  ['up', 'ERROR'],
  ['none', 'ERROR'],
] as const)('a swipe (%s) means %s', (direction, type) => expect(likeOfSwipe(direction)).toBe(type));
