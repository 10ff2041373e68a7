// Published points depend on the cell and the member, on nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMetres } from '#shared/rules/distance.ts';
import { cellCentre, cellOf, cellSides, cellsApart, exactPoint, isSameCell, publishedPoint } from './grid.ts';
import { keyedHash } from './keyed-hash.ts';

const secret = keyedHash('a secret of the server');
const alice = '6f1c1f0e-5a3e-4d5c-9a53-0d8e8d1c2b11';
const bob = 'b3f2a7d4-83d9-4f0e-8f7f-1f5a6b2c9d22';
const places = fc.record({
  lat: fc.double({ min: -84, max: 84, noNaN: true }),
  lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
});

describe('the cell of a place', () => {
  it('is nearly a square with the given side, at every latitude', () => {
    fc.assert(
      fc.property(places, fc.constantFrom(cellSides.area, cellSides.wide), (place, side) => {
        const shown = publishedPoint(secret, alice, cellOf(place.lat, place.lon, side));
        // Half the side plus an offset of a quarter, on both axes; at the antimeridian the last column is up to twice as wide.
        const most = side * 0.75 * Math.SQRT2 * 1.02;
        expect(distanceMetres(place, shown)).toBeLessThan(Math.abs(place.lon) > 179 ? 2 * most : most);
      }),
    );
  });

  it('is never a thin strip: a cell at the antimeridian is at least a full side wide', () => {
    for (let lat = -80; lat < 80; lat += 0.37) {
      const last = cellOf(lat, 179.9999999, 1_000);
      const east = cellOf(lat, -180, 1_000);
      const metresOfDegree = 111_320 * Math.cos((lat * Math.PI) / 180);
      expect(isSameCell(cellOf(lat, 180 - 999 / metresOfDegree, 1_000), last)).toBe(true);
      expect(isSameCell(cellOf(lat, -180 + 999 / metresOfDegree, 1_000), east)).toBe(true);
    }
  });

  it('of the wide grid depends on the cell of the other grid only', () => {
    fc.assert(
      fc.property(places, ({ lat, lon }) => {
        const area = cellOf(lat, lon, cellSides.area);
        const { lat: midLat, lon: midLon } = cellCentre(area);
        expect(cellOf(lat, lon, cellSides.wide)).toEqual(cellOf(midLat, midLon, cellSides.wide));
      }),
    );
  });

  it('cannot be made smaller than 1,000 m', () => {
    expect(() => cellOf(33, -112, 999)).toThrow(RangeError);
    expect(() => cellOf(33, -112, 3_200)).toThrow(RangeError);
    expect(() => cellOf(33, -112, Number.NaN)).toThrow(RangeError);
  });

  it('near a pole is in the last row', () => {
    expect(cellOf(89.9, 12, 1_000).i).toBe(cellOf(85, 12, 1_000).i);
    expect(cellOf(-90, 12, 1_000).i).toBe(cellOf(-85, 12, 1_000).i);
  });
});

describe('the published point', () => {
  it('is the same for all positions in a cell and for repeated requests', () => {
    const here = cellOf(33.45, -112.07, 1_000);
    const there = cellOf(33.4501, -112.0702, 1_000);
    expect(there).toEqual(here);
    expect(publishedPoint(secret, alice, there)).toEqual(publishedPoint(secret, alice, here));
  });

  it('is in the inner half of its cell', () => {
    fc.assert(
      fc.property(places, fc.uuid(), (place, profileId) => {
        const cell = cellOf(place.lat, place.lon, 1_000);
        const shown = publishedPoint(secret, profileId, cell);
        expect(cellOf(shown.lat, shown.lon, 1_000)).toEqual(cell);
      }),
    );
  });

  it('differs between members of one cell, so that markers do not stack', () => {
    const cell = cellOf(33.45, -112.07, 1_000);
    expect(publishedPoint(secret, bob, cell)).not.toEqual(publishedPoint(secret, alice, cell));
  });

  it('has five decimals', () => {
    const { lat, lon } = publishedPoint(secret, alice, cellOf(33.4567891, -112.1234567, 1_000));
    expect(String(lat)).toMatch(/^33\.\d{1,5}$/);
    expect(String(lon)).toMatch(/^-112\.\d{1,5}$/);
    expect(exactPoint({ lat: 33.4567891, lon: 247.8765433 })).toEqual({ lat: 33.45679, lon: -112.12346 });
  });

  it('discloses only the cell, even when the secret changes', () => {
    const cell = cellOf(33.45, -112.07, 1_000);
    const after = publishedPoint(keyedHash('another secret'), alice, cell);
    expect(cellOf(after.lat, after.lon, 1_000)).toEqual(cell);
  });
});

describe('cells apart', () => {
  const cell = cellOf(33.45, -112.07, 1_000);
  const metres = (north: number, east: number) =>
    cellOf(33.45 + north / 111_320, -112.07 + east / (111_320 * Math.cos((33.45 * Math.PI) / 180)), 1_000);

  it('counts steps on both axes, though columns of different rows do not align', () => {
    expect(cellsApart(cell, cell)).toBe(0);
    expect(() => cellsApart(cell, { ...cell, side: cellSides.wide })).toThrow(RangeError);
    expect(cellsApart(cell, metres(1_000, 0))).toBe(1);
    expect(cellsApart(cell, metres(0, 1_000))).toBe(1);
    expect(cellsApart(cell, metres(0, -2_000))).toBe(2);
    expect(cellsApart(cell, metres(5_000, 100))).toBe(5);
  });

  it('are few across the antimeridian, where the last columns are wider', () => {
    expect(cellsApart(cellOf(-17, 179.9999, 1_000), cellOf(-17, -179.9999, 1_000))).toBeLessThanOrEqual(3);
  });
});
