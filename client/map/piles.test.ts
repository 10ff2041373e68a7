// Piles of faces: nobody is lost or counted twice, and no circle is too small or touches another at any zoom.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelsFrom, resolutionAtZoom0, toMercator } from './map-geometry.ts';
import { ownMarkerPx } from './marker-size.ts';
import { type Coordinate, type PilePoint, pileStep, pilesOf, separatingZoom } from './piles.ts';

const crowd = fc
  .array(
    fc.record({
      lat: fc.double({ min: -84, max: 84, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      near: fc.boolean(),
    }),
    {
      maxLength: 120,
    },
  )
  .map((places) =>
    // Half of them in one town.
    places.map(({ lat, lon, near }, index): PilePoint => {
      const place = near ? { lat: 33.4 + lat / 1_000, lon: -112 + lon / 2_000 } : { lat, lon };
      return { id: `member ${index}`, at: toMercator(place) };
    }),
  );
const zoom = fc.double({ min: 2, max: 19, noNaN: true });
const px = fc.integer({ min: 16, max: 128 });
/** The own marker: in the same town, elsewhere, or at the antimeridian. */
const own = fc
  .oneof(
    fc.record({
      lat: fc.double({ min: 33.3, max: 33.5, noNaN: true }),
      lon: fc.double({ min: -112.1, max: -111.9, noNaN: true }),
    }),
    fc.record({ lat: fc.double({ min: -80, max: 80, noNaN: true }), lon: fc.constantFrom(-180, -179.999, 0, 179.999) }),
  )
  .map(toMercator);
const ownOrNone = fc.option(own);
/** The gap of 6 pixels in piles.ts, less some tolerance for rounding. */
const leastGapPx = 5.9;

const roomBetween = (one: Coordinate, other: Coordinate, resolution: number): number =>
  Math.hypot(...pixelsFrom(one, other, resolution));

describe('piles', () => {
  it('contain every member exactly once', () => {
    fc.assert(
      fc.property(crowd, px, zoom, ownOrNone, (members, size, at, ownAt) => {
        const ids = pilesOf(members, size, at, ownAt).flatMap(({ points }) => points.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('never touch, and no face is smaller than 40 pixels and no pile than 52', () => {
    fc.assert(
      fc.property(crowd, px, zoom, ownOrNone, (members, size, at, ownAt) => {
        const resolution = resolutionAtZoom0 / 2 ** at;
        const piles = pilesOf(members, size, at, ownAt);
        piles.forEach((one, index) => {
          expect(one.px).toBeGreaterThanOrEqual(one.points.length > 1 ? 52 : 40);
          expect(one.px).toBeGreaterThanOrEqual(size);
          if (ownAt) expect(roomBetween(one.at, ownAt, resolution)).toBeGreaterThan((one.px + ownMarkerPx) / 2 + leastGapPx);
          for (const other of piles.slice(index + 1))
            expect(roomBetween(one.at, other.at, resolution)).toBeGreaterThan((one.px + other.px) / 2 + leastGapPx);
        });
      }),
    );
  });

  it('are the same whatever the order of the members, and between two steps of the zoom', () => {
    fc.assert(
      fc.property(crowd, px, zoom, ownOrNone, (members, size, at, ownAt) => {
        const piles = pilesOf(members, size, at, ownAt);
        expect(pilesOf(members.toReversed(), size, at, ownAt)).toEqual(piles);
        expect(pilesOf(members, size, pileStep(at), ownAt)).toEqual(piles);
      }),
    );
  });

  it('of 800 members at one point are only one', () => {
    const members = Array.from({ length: 800 }, (_, index): PilePoint => ({ id: String(index), at: [1e6, 2e6] }));
    expect(pilesOf(members, 16, 19).map(({ points }) => points.length)).toEqual([800]);
  });
});

describe('piles beside the own marker', () => {
  const resolution = resolutionAtZoom0 / 2 ** 10;
  const at = (right: number, down: number, id = `${right}:${down}`): PilePoint => ({
    id,
    at: [right * resolution, -down * resolution],
  });
  const shown = (...points: PilePoint[]) =>
    pilesOf(points, 40, 10, [0, 0]).map((pile) => [
      pile.points.length,
      ...pixelsFrom([0, 0], pile.at, resolution).map((px) => Math.round(px)),
    ]);

  it('contain the members whom it would cover, on the side where they are', () => {
    expect(shown(at(5, 0), at(200, 0))).toEqual([
      [1, 200, 0],
      [1, 58, 0],
    ]);
    expect(shown(at(0, -30), at(0, -10, 'other'))).toEqual([[2, 0, -58]]);
  });

  it('leave the name of a city below the marker free, if there is another place', () => {
    expect(shown(at(0, 30), at(0, 10, 'other'))).toEqual([[2, 58, 0]]);
    const above = [180, 240, 300, 360].map((degrees) => (degrees * Math.PI) / 180);
    const around = above.map((angle) => at(60 * Math.cos(angle), 60 * Math.sin(angle)));
    const [, , down] = shown(...around, at(1, 1)).find(([, right, y]) => Math.round(Math.hypot(right ?? 0, y ?? 0)) === 58) ?? [];
    expect(down).toBeGreaterThan(26);
  });

  it('move away from a side that is occupied', () => {
    const [other, beside] = shown(at(60, 0), at(1, 0));
    expect(other).toEqual([1, 60, 0]);
    expect(beside?.[2]).not.toBe(0);
  });

  it('join the nearest pile if there is no free place', () => {
    const around = Array.from({ length: 7 }, (_, i) => at(70 * Math.cos(i * 0.9), 70 * Math.sin(i * 0.9)));
    const piles = shown(...around, at(1, 1));
    expect(piles.map(([count]) => count).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 2]);
  });
});

describe('the zoom that separates a pile', () => {
  const at = (metres: number): PilePoint => ({ id: String(metres), at: [metres, 0] });

  it('is the first step at which not all are together', () => {
    const next = separatingZoom([at(0), at(500)], 36, 8, 18) ?? 0;
    expect(pilesOf([at(0), at(500)], 36, next)).toHaveLength(2);
    expect(pilesOf([at(0), at(500)], 36, next - 0.5)).toHaveLength(1);
  });

  it('does not exist for members at one point', () => {
    expect(separatingZoom([at(0), { ...at(0), id: 'other' }], 36, 8, 18)).toBeNull();
  });
});
