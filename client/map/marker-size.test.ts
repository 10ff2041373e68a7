// The size of markers on a phone, on a desktop and with many members in view.
import { expect, it } from 'vitest';
import { markerPx } from './marker-size.ts';

it('a phone shows few members with 36 pixels, a desktop with 64', () => {
  expect(markerPx(390, 844, 3)).toBe(36);
  expect(markerPx(1280, 800, 3)).toBe(64);
});

it('more members in view have smaller markers, between 16 and 128 pixels', () => {
  expect(markerPx(390, 844, 100)).toBe(20);
  expect(markerPx(390, 844, 800)).toBe(16);
  expect(markerPx(7_680, 4_320, 1)).toBe(128);
});

it('the size does not change if one more member comes into view', () => {
  expect(markerPx(1280, 800, 61)).toBe(markerPx(1280, 800, 60));
});
