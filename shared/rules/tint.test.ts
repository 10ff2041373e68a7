// Colours that are mixed with the hue of a brand. The expected colours were computed with the inverse matrices of OKLab.
import { expect, test } from 'vitest';
import { tinted } from './tint.ts';

const colours = ['#000000', '#ffffff', '#808080', '#1a2b3c', '#a3128f', '#00ff00', '#030201'];

test.each(colours)('without a share, %s stays the same', (colour) => {
  expect(tinted(colour, '#a3128f', 0)).toBe(colour);
});

test.each([
  ['#808080', '#a3128f', 0.5, '#90778a'],
  ['#808080', '#a3128f', 1, '#9e6e93'],
  ['#f4f1ea', '#0b6e4f', 0.35, '#e3f8e8'],
  ['#20242b', '#ffb000', 0.6, '#30210a'],
  ['#3366cc', '#d02020', 1, '#955a53'],
  // Colours at the edge of what a screen shows, and a nearly grey accent.
  ['#ffffff', '#ff0000', 1, '#ffece0'],
  ['#000000', '#0000ff', 1, '#010006'],
  ['#0a0c08', '#00ffff', 1, '#001315'],
  ['#808080', '#817f80', 1, '#817f80'],
])('%s with the accent %s and a share of %d becomes %s', (colour, accent, share, mixed) => {
  expect(tinted(colour, accent, share)).toBe(mixed);
});
