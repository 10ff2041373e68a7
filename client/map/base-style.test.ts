// Which signs to towns are shown at which zoom.
import Feature from 'ol/Feature.js';
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { createNamesStyle } from './base-style.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';

test('a sign is shown at the zooms of its rank, and the last ones however far the map is zoomed in', () => {
  const styleOf = createNamesStyle(mapColours('light', '#b0401a'));
  const isShown = (rank: number, zoom: number): boolean => {
    const sign = new Feature({ layer: 'sign', name: '← Salome', rank });
    return styleOf(sign, resolutionAtZoom0 / 2 ** zoom) !== undefined;
  };
  // Computed zooms may be a little lower than the real ones.
  expect([12.8, 13 - 1e-9, 13, 13.8, 14].map((zoom) => isShown(13, zoom))).toEqual([false, true, true, true, false]);
  expect([13.8, 14, 15, 19].map((zoom) => isShown(14, zoom))).toEqual([false, true, true, true]);
});
