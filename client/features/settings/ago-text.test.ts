// Texts for the time since a session was last used.
import { expect, test } from 'vitest';
import { agoText } from './ago-text.ts';

const minute = 60_000;

test.each([
  [0, 'just now'],
  [-5 * minute, 'just now'],
  [2 * minute - 1, 'just now'],
  [2 * minute, '2 minutes ago'],
  [60 * minute - 1, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [24 * 60 * minute - 1, '23 hours ago'],
  [24 * 60 * minute, 'yesterday'],
  [40 * 24 * 60 * minute, '40 days ago'],
])('%d ms are %s', (passedMs, text) => {
  expect(agoText(1e12, 1e12 + passedMs)).toBe(text);
});
