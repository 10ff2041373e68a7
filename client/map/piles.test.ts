// Piles of faces: nobody is lost or counted twice, and no circle is too small or overlaps another at any zoom.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelsFrom, resolutionAtZoom0, toMercator } from './map-geometry.ts';
import { type PilePoint, pileStep, pilesOf, separatingZoom } from './piles.ts';

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

describe('piles', () => {
  it('hold every member exactly once, and their numbers sum up', () => {
    fc.assert(
      fc.property(crowd, px, zoom, (members, size, at) => {
        const ids = pilesOf(members, size, at).flatMap(({ points }) => points.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('never overlap, and no face is smaller than 40 pixels and no pile than 52', () => {
    fc.assert(
      fc.property(crowd, px, zoom, (members, size, at) => {
        const resolution = resolutionAtZoom0 / 2 ** at;
        const piles = pilesOf(members, size, at);
        piles.forEach((one, index) => {
          expect(one.px).toBeGreaterThanOrEqual(one.points.length > 1 ? 52 : 40);
          expect(one.px).toBeGreaterThanOrEqual(size);
          for (const other of piles.slice(index + 1))
            expect(Math.hypot(...pixelsFrom(one.at, other.at, resolution))).toBeGreaterThanOrEqual((one.px + other.px) / 2);
        });
      }),
    );
  });

  it('are the same whatever the order of the members, and between two steps of the zoom', () => {
    fc.assert(
      fc.property(crowd, px, zoom, (members, size, at) => {
        const piles = pilesOf(members, size, at);
        expect(pilesOf(members.toReversed(), size, at)).toEqual(piles);
        expect(pilesOf(members, size, pileStep(at))).toEqual(piles);
      }),
    );
  });

  it('of 800 members at one point are one', () => {
    const members = Array.from({ length: 800 }, (_, index): PilePoint => ({ id: String(index), at: [1e6, 2e6] }));
    expect(pilesOf(members, 16, 19).map(({ points }) => points.length)).toEqual([800]);
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
