// Which names and signs to towns are shown at which zoom, how large they are, and where the name of a town is.
import Feature from 'ol/Feature.js';
import Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { createBaseStyles, createDetailsStyle, spacedCapitals } from './base-style.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';
import { ownMarkerPx } from './marker-size.ts';

test('a sign is shown at the zooms of its rank, and a sign of the last rank at all higher zooms', () => {
  const styleOf = createDetailsStyle(mapColours('light', '#b0401a'));
  const isShown = (rank: number, zoom: number): boolean => {
    const sign = new Feature({ layer: 'sign', name: '← Salome', rank });
    return styleOf(sign, resolutionAtZoom0 / 2 ** zoom) !== undefined;
  };
  // Computed zooms may be a little lower than the real ones.
  expect([12.8, 13 - 1e-9, 13, 13.8, 14].map((zoom) => isShown(13, zoom))).toEqual([false, true, true, true, false]);
  expect([14.8, 15, 16, 19].map((zoom) => isShown(15, zoom))).toEqual([false, true, true, true]);
});

test('at high zooms, the name of a town is below its point, where the marker of a member who chose it does not hide it', () => {
  const styleOf = createDetailsStyle(mapColours('light', '#b0401a'));
  const offsetAt = (zoom: number): number | undefined => {
    const style = styleOf(new Feature({ layer: 'place', name: 'Phoenix', rank: 6 }), resolutionAtZoom0 / 2 ** zoom);
    return style instanceof Style ? style.getText()?.getOffsetY() : undefined;
  };
  expect(offsetAt(6)).toBeCloseTo(0);
  expect(offsetAt(13)).toBeGreaterThan(ownMarkerPx / 2 + 12);
  // The ring of half a mile around the marker (50 px at the zoom with which the map opens), and half of the name's height.
  expect(offsetAt(13)).toBeGreaterThan(50 + 8);
});

const styleOf = createDetailsStyle(mapColours('light', '#b0401a'));
const placeAt = (rank: number, zoom: number): Style | undefined => {
  const style = styleOf(new Feature({ layer: 'place', name: 'Encanto', rank }), resolutionAtZoom0 / 2 ** zoom);
  return style instanceof Style ? style : undefined;
};

test('at high zooms, names are shown one zoom level earlier', () => {
  expect([9, 10, 11].map((rank) => placeAt(rank, 9) !== undefined)).toEqual([true, false, false]);
  expect([11, 12, 13].map((rank) => placeAt(rank, 11) !== undefined)).toEqual([true, true, false]);
  expect(placeAt(13, 12)).toBeDefined();
});

test('at each zoom, larger places have larger names', () => {
  const sizes = [4, 7, 9, 12].map((rank) => Number(/ (\d+)px/.exec(placeAt(rank, 13)?.getText()?.getFont() ?? '')?.[1]));
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(new Set(sizes).size).toBe(4);
});

test('the names of quarters are in capitals that are smaller than the names of towns', () => {
  const quarter = styleOf(new Feature({ layer: 'place', name: 'Encanto', rank: 12, part: true }), resolutionAtZoom0 / 2 ** 13);
  const text = quarter instanceof Style ? quarter.getText() : null;
  expect(text?.getText()).toBe(spacedCapitals('Encanto'));
  expect(placeAt(12, 13)?.getText()?.getText()).toBe('Encanto');
  const sizeOf = (font: string | undefined) => Number(/ (\d+)px/.exec(font ?? '')?.[1]);
  expect(sizeOf(text?.getFont())).toBeLessThan(sizeOf(placeAt(12, 13)?.getText()?.getFont()));
});

test('names of cities are in a layer above those of quarters, and each name is in one of them', () => {
  const { details, names } = createBaseStyles(mapColours('dark', '#ffa27a'));
  const layersOf = (rank: number) =>
    [details, names].map((layer) => layer(new Feature({ layer: 'place', name: 'Here', rank }), resolutionAtZoom0 / 2 ** 13));
  expect(layersOf(5).map((style) => style !== undefined)).toEqual([false, true]);
  expect(layersOf(11).map((style) => style !== undefined)).toEqual([true, false]);
});
