// Putting pictures into another order.
import { expect, test } from 'vitest';
import { moved, without } from './picture-order.ts';

const ids = ['a', 'b', 'c', 'd'];

test('a picture goes to the place it is dragged to, and the others close up', () => {
  expect(moved(ids, 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(ids, 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(ids, 'b', 1)).toEqual(ids);
});

test('there is no place before the first or after the last', () => {
  expect(moved(ids, 'a', -1)).toEqual(ids);
  expect(moved(ids, 'd', 4)).toEqual(ids);
  expect(moved(ids, 'x', 0)).toEqual(ids);
});

test('a picture that leaves is missed by nobody else', () => {
  expect(without(ids, 'b')).toEqual(['a', 'c', 'd']);
});
