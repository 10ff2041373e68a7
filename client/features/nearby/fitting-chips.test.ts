// Tests how many chips fit into one line.
import { expect, test } from 'vitest';
import { fittingChips } from './fitting-chips.ts';

const more = () => 40;

test('all chips are shown if they fit', () => {
  expect(fittingChips([50, 50, 50], 158, 4, more)).toBe(3);
  expect(fittingChips([], 158, 4, more)).toBe(0);
});

test('chips that do not fit beside the count of the remaining ones are left out', () => {
  expect(fittingChips([50, 50, 50], 157, 4, more)).toBe(2);
  expect(fittingChips([50, 50, 50, 50], 147, 4, more)).toBe(1);
});

test('a count of two digits may need more space than one of one digit', () => {
  const widths = Array.from({ length: 12 }, () => 20);
  expect(fittingChips(widths, 80, 4, (count) => (count > 9 ? 32 : 24))).toBe(2);
});

test('at least one chip is shown, however narrow the line is', () => {
  expect(fittingChips([300, 50], 100, 4, more)).toBe(1);
});
