// Columns of the picture grid.
import { expect, test } from 'vitest';
import { pictureColumns } from './picture-columns.ts';

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 2],
  [5, 3],
  [6, 4],
  [7, 4],
  [13, 7],
  [20, 8],
])('%i pictures have %i columns on a wide screen', (count, columns) => {
  expect(pictureColumns(count, 8)).toBe(columns);
});

test('a narrow screen has at most as many columns as fit', () => {
  expect([pictureColumns(20, 2), pictureColumns(5, 2), pictureColumns(1, 4)]).toEqual([2, 2, 1]);
});
