// Reordering pictures.
import { expect, test } from 'vitest';
import { moved, placeAt, without } from './picture-order.ts';

const ids = ['a', 'b', 'c', 'd'];

test('a picture goes to the place it is dragged to, and the others close up', () => {
  expect(moved(ids, 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(ids, 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(ids, 'b', 1)).toEqual(ids);
});

test('a position before the first or after the last changes nothing', () => {
  expect(moved(ids, 'a', -1)).toEqual(ids);
  expect(moved(ids, 'd', 4)).toEqual(ids);
  expect(moved(ids, 'x', 0)).toEqual(ids);
});

test('removing a picture keeps the order of the others', () => {
  expect(without(ids, 'b')).toEqual(['a', 'c', 'd']);
});

test('a picture is dropped at the cell nearest to the finger, also beside the grid', () => {
  const cells = [0, 116, 232].flatMap((top) => [0, 96].map((left) => ({ left, top, width: 80, height: 100 })));
  expect(placeAt(cells, 10, 10)).toBe(0);
  expect(placeAt(cells, 130, 40)).toBe(1);
  expect(placeAt(cells, 500, 170)).toBe(3);
  expect(placeAt(cells, -50, 900)).toBe(4);
});
