// The hue and the letter of a person without a picture.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hueNearBrand, hueOfId, initialOf } from './no-picture.ts';

test('an id has one hue, and the hues of many ids are spread over the whole circle', () => {
  expect(hueOfId('0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11')).toBe(hueOfId('0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11'));
  const counts = Array.from({ length: 12 }, () => 0);
  for (let at = 0; at < 12_000; at += 1) counts[Math.floor(hueOfId(randomUUID()) / 30)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(800);
});

test('the hues of ids stay near the hue of the brand', () => {
  const apart = Array.from({ length: 1_000 }, () => hueNearBrand(randomUUID(), 42) - 42);
  expect([Math.min(...apart) >= -45, Math.max(...apart) < 45, new Set(apart).size > 200]).toEqual([true, true, true]);
});

test('the initial is the first letter as a reader sees it', () => {
  expect([' anton', 'éva', 'e\u0301va', '\u{1f1e9}\u{1f1ea} na', '', '  '].map(initialOf)).toEqual([
    'A',
    'É',
    'E\u0301',
    '\u{1f1e9}\u{1f1ea}',
    '?',
    '?',
  ]);
});
