// The rings around the own marker: how many are drawn, that their lines are at the exact distance, and their texts.
import Feature from 'ol/Feature.js';
import Style from 'ol/style/Style.js';
import { describe, expect, test } from 'vitest';
import { distanceMetres } from '#shared/rules/distance.ts';
import { mapColours } from '#shared/rules/map-colours.ts';
import { isRingShown, ringLines, ringsIn } from './distance-rings.ts';
import { mercatorPerMetre, resolutionAtZoom0, toPoint } from './map-geometry.ts';
import { ownMarkerPx } from './marker-size.ts';
import { createRingStyle } from './rings-layer.ts';

const phoenix = { lat: 33.4484, lon: -112.074 };
const tromso = { lat: 69.65, lon: 18.96 };
const taveuni = { lat: -16.8, lon: 179.98 };
const phoneMap = { width: 390, height: 610 };
const desktopMap = { width: 850, height: 710 };

const radiiAt = (units: 'miles' | 'metric', lat: number, zoom: number): number[] =>
  ringsIn[units].map(({ metres }) => (metres * mercatorPerMetre(lat) * 2 ** zoom) / resolutionAtZoom0);

describe.each(['miles', 'metric'] as const)('in %s', (units) => {
  test.each([phoneMap, desktopMap])(
    'two to four rings are drawn at zooms 8 to 16, at least one of them in view, on a map of $width x $height',
    (size) => {
      const corner = Math.hypot(size.width, size.height) / 2;
      for (const { lat } of [phoenix, tromso])
        for (let zoom = 8; zoom <= 16; zoom += 0.25) {
          const shown = radiiAt(units, lat, zoom).filter(isRingShown);
          const inView = shown.filter((px) => px < corner);
          expect(inView.length, `zoom ${zoom} at ${lat}`).toBeGreaterThanOrEqual(1);
          expect(shown.length, `zoom ${zoom} at ${lat}`).toBeGreaterThanOrEqual(2);
          expect(shown.length, `zoom ${zoom} at ${lat}`).toBeLessThanOrEqual(4);
          expect(Math.min(...shown)).toBeGreaterThan(ownMarkerPx / 2 + 12);
        }
    },
  );

  test.each([phoenix, tromso, taveuni])('each ring around $lat $lon is at its exact distance, on all sides', (centre) => {
    for (const { metres } of ringsIn[units])
      for (const at of (ringLines(centre, metres) ?? []).flat()) {
        const point = toPoint(at);
        expect(Math.abs(distanceMetres(centre, point) / metres - 1)).toBeLessThan(0.001);
      }
  });
});

test('a ring across the antimeridian is one line without a jump', () => {
  for (const line of ringLines(taveuni, 50_000) ?? [])
    line.forEach(([x = 0], index) => expect(Math.abs(x - (line[index - 1]?.[0] ?? x))).toBeLessThan(10_000));
});

test('a ring that would leave the map in the north or south is left out', () => {
  expect(ringLines({ lat: 80, lon: 10 }, 100_000)).not.toBeNull();
  expect(ringLines({ lat: 80, lon: 10 }, 500_000)).toBeNull();
  expect(ringLines({ lat: -89.9, lon: 10 }, 200)).toBeNull();
});

describe('the text of a ring', () => {
  const styleOf = createRingStyle(mapColours('light', '#b0401a'), 'de-DE');
  const [, , ring] = ringsIn.metric;
  const styleAt = (radius: number): Style | undefined => {
    const style = styleOf(new Feature({ ring, radius }), 1);
    return style instanceof Style ? style : undefined;
  };

  test('is its length in the reader’s language', () => {
    expect(styleAt(200)?.getText()?.getText()).toBe('1 km');
    const arabic = createRingStyle(mapColours('light', '#b0401a'), 'ar-EG')(new Feature({ ring, radius: 200 }), 1);
    expect(arabic instanceof Style && arabic.getText()?.getText()).toMatch(/^١/);
  });

  test('is shown only with its ring, and its style is reused', () => {
    expect(styleAt(70)).toBeUndefined();
    expect(styleAt(2_000)).toBeUndefined();
    expect(styleAt(200)).toBe(styleAt(300));
  });
});

test('near rings are filled with a touch of the accent while they fit into the view', () => {
  const styleOf = createRingStyle(mapColours('light', '#b0401a'), 'en-US');
  const fillAt = (radius: number) => {
    const style = styleOf(new Feature({ radius }), 1);
    return style instanceof Style ? style.getFill()?.getColor() : undefined;
  };
  expect(fillAt(200)).toMatch(/#b0401a \d%/);
  expect([fillAt(70), fillAt(600)]).toEqual([undefined, undefined]);
});
