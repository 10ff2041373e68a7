// Tests what is left of an input that exceeds the limit of a field.
import { expect, test } from 'vitest';
import { withinLimit } from './within-limit.ts';

test.each([
  ['', 'abcdef', 'abcd'],
  ['abc', 'abcd', 'abcd'],
  ['abcd', 'abcdX', 'abcd'],
  ['abcd', 'Xabcd', 'abcd'],
  ['abcd', 'abXcd', 'abcd'],
  ['abd', 'abXYZd', 'abXd'],
  ['abcd', 'aXYZd', 'aXYd'],
  ['aaaa', 'aaaaa', 'aaaa'],
  ['😀😀😀', '😀😍😍😀😀', '😀😍😀😀'],
])('of %j, changed to %j, %j is left', (before, next, left) => {
  expect(withinLimit(before, next, 4)).toBe(left);
});

test('a text that was too long before loses nothing', () => {
  expect(withinLimit('abcdef', 'abcdeXf', 4)).toBe('abcdef');
  expect(withinLimit('abcdef', 'abcdf', 4)).toBe('abcdf');
});
