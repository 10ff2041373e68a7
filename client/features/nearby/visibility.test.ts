// Tests the text and the radius that say how exactly others see the member's location.
import { expect, test, vi } from 'vitest';
import { placePrecisionText, visibilityText, visibleRadiusMetres } from './visibility.ts';

vi.stubGlobal('navigator', { language: 'en-GB' });

const placed = { pointFixMs: null };
const byGps = { pointFixMs: 1 };

test('the text is in the member’s units', () => {
  expect(visibilityText('area', placed, 'miles')).toBe('Others see you within about half a mile');
  expect(visibilityText('area', placed, 'metric')).toBe('Others see you within about 800 m');
  expect(visibilityText('wide', placed, 'miles')).toBe('Others see you within a mile or two');
  expect(visibilityText('wide', placed, 'metric')).toBe('Others see you within about 2.4 km');
});

test('only a place set by hand is shown exactly', () => {
  for (const units of ['miles', 'metric'] as const)
    expect(visibilityText('exact', placed, units)).toBe('Others see you exactly here');
  expect(visibilityText('exact', byGps, 'metric')).toBe('Others see you within about 800 m');
  expect([visibleRadiusMetres('exact', placed), visibleRadiusMetres('exact', byGps)]).toEqual([0, 800]);
});

test('before members set their place, they read how exactly others will see it', () => {
  expect(placePrecisionText('area', 'miles')).toBe('Others see your place only to within about half a mile.');
  expect(placePrecisionText('area', 'metric')).toBe('Others see your place only to within about 800 m.');
  expect(placePrecisionText('wide', 'miles')).toBe('Others see your place only to within a mile or two.');
  expect(placePrecisionText('wide', 'metric')).toBe('Others see your place only to within about 2.4 km.');
  for (const units of ['miles', 'metric'] as const)
    expect(placePrecisionText('exact', units)).toContain('The point where you place your marker by hand is shown exactly.');
});
