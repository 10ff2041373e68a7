// Suggested hellos for newcomers.
import { expect, test } from 'vitest';
import { suggestedHello } from './suggested-hello.ts';

test('there are several suggestions, and each names the newcomer', () => {
  const all = [0, 0.3, 0.6, 0.99].map((fraction) => suggestedHello('Boris', fraction));
  expect(new Set(all).size).toBe(4);
  for (const text of all) expect(text).toContain('Boris');
});
