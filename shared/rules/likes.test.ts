// What the button and a swipe make of a like.
import { expect, test } from 'vitest';
import { likeLabel, likeOfSwipe, likeTypes, toggledLike } from './likes.ts';

test('the button likes whoever is not liked, and takes a like back', () => {
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
] as const)('a swipe %s is %s', (direction, type) => expect(likeOfSwipe(direction)).toBe(type));
