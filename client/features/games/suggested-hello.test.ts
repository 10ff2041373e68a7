// Suggested hellos to a newcomer.
import { expect, test } from 'vitest';
import { suggestedHello } from './suggested-hello.ts';

test('every suggestion names the newcomer, and there are some to choose from', () => {
  const all = [0, 0.3, 0.6, 0.99].map((fraction) => suggestedHello('Boris', fraction));
  expect(new Set(all).size).toBe(4);
  for (const words of all) expect(words).toContain('Boris');
});
