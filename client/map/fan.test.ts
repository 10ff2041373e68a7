// The marker that a tap selects, and the positions to which markers spread.
import { describe, expect, it } from 'vitest';
import { type Pixel, fanPlaces, nearestWithin } from './fan.ts';

const screen: Pixel = [390, 844];

describe('a tap on the map', () => {
  it('takes the nearest marker within reach of a finger', () => {
    expect(
      nearestWithin(
        [
          [0, 0],
          [100, 100],
          [110, 100],
        ],
        [107, 101],
        22,
      ),
    ).toBe(2);
  });

  it('ignores markers that are too far away or have no position on the screen', () => {
    expect(
      nearestWithin(
        [
          [0, 0],
          [Number.NaN, Number.NaN],
        ],
        [50, 50],
        22,
      ),
    ).toBe(-1);
  });
});

describe('a fan', () => {
  it('places any number of markers without overlaps', () => {
    for (const count of [2, 3, 6, 7, 16]) {
      const places = fanPlaces([195, 400], count, 36, screen);
      expect(places).toHaveLength(count);
      const gaps = places.flatMap((one, index) =>
        places.slice(index + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1])),
      );
      expect(Math.min(...gaps)).toBeGreaterThan(35.9);
    }
  });

  it('stays in view near an edge', () => {
    const places = fanPlaces([5, 840], 7, 36, screen);
    for (const [x, y] of places) {
      expect(x).toBeGreaterThanOrEqual(18);
      expect(y).toBeLessThanOrEqual(844 - 18);
    }
  });
});
