// Reordering pictures.
import { expect, test } from 'vitest';
import { reordered, nearestBox, without } from './picture-order.ts';

const ids = ['a', 'b', 'c', 'd'];

test('a picture moves to its new index, and the others close up', () => {
  expect(reordered(ids, 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(reordered(ids, 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(reordered(ids, 'b', 1)).toEqual(ids);
});

test('an index out of range or an unknown picture changes nothing', () => {
  expect(reordered(ids, 'a', -1)).toEqual(ids);
  expect(reordered(ids, 'd', 4)).toEqual(ids);
  expect(reordered(ids, 'x', 0)).toEqual(ids);
});

test('removing a picture keeps the order of the others', () => {
  expect(without(ids, 'b')).toEqual(['a', 'c', 'd']);
});

test('a picture is dropped at the nearest box, even outside the grid', () => {
  const boxes = [0, 116, 232].flatMap((top) => [0, 96].map((left) => ({ left, top, width: 80, height: 100 })));
  expect(nearestBox(boxes, 10, 10)).toBe(0);
  expect(nearestBox(boxes, 130, 40)).toBe(1);
  expect(nearestBox(boxes, 500, 170)).toBe(3);
  expect(nearestBox(boxes, -50, 900)).toBe(4);
});

test('a large picture takes what is dropped anywhere on it, even nearer to the centre of a small one', () => {
  const large = { left: 0, top: 0, width: 208, height: 258 };
  const small = [0, 133].map((top) => ({ left: 216, top, width: 100, height: 125 }));
  expect(nearestBox([large, ...small], 200, 70)).toBe(0);
  expect(nearestBox([large, ...small], 220, 70)).toBe(1);
});
