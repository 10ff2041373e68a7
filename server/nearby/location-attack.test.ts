// Attacks on published positions, by rounded distances and by watching for a month, find the cell, not the member.
import { describe, expect, it } from 'vitest';
import { distanceMetres, roundedDistance, type Place, type RoundedDistance } from '#shared/rules/distance.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import { errorsOf, moved, placeOn, somewhere, type Errors } from '#server/testing/privacy/trilateration.ts';
import { cellOf, cellSides, publishedPoint, type Cell } from './grid.ts';
import { keyedHash } from './keyed-hash.ts';
import { createPublishedPositions, maxEffectiveMs } from './published.ts';

const victims = 60;
const secret = keyedHash('a secret of the server');
const city = { lat: 33.45, lon: -112.07 };
const metresOf: Record<RoundedDistance['unit'], number> = { ft: 0.3048, mi: 1_609.344, m: 1, km: 1_000 };

/** Fits a position to the distances shown from sixty centres, beginning with a guess near the shown point. */
function trilaterate(random: () => number, shownPoint: Place): Place {
  const circles = Array.from({ length: 60 }, () => {
    const centre = somewhere(random, shownPoint, 6_000);
    const { value, unit } = roundedDistance(distanceMetres(centre, shownPoint), 'miles');
    return { centre, metres: value * metresOf[unit] };
  });
  return placeOn(circles, [somewhere(random, shownPoint, 3_000)]);
}

function attackAll(side: number): { onTruth: Errors; onPublished: Errors } {
  const random = seeded(2_026);
  const rows = Array.from({ length: victims }, (_, number) => {
    const truth = somewhere(random, city, 20_000);
    const published = publishedPoint(secret, `victim ${number}`, cellOf(truth.lat, truth.lon, side));
    return { truth, published, guess: trilaterate(random, published) };
  });
  return { onTruth: errorsOf(rows), onPublished: errorsOf(rows.map(({ published, guess }) => ({ truth: published, guess }))) };
}

describe('trilateration from sixty centres', () => {
  it('finds the published point precisely, so the attack is strong', () => {
    expect(attackAll(cellSides.area).onPublished.median).toBeLessThan(60);
  });

  it('errs by at least 350 m for half of the members and finds hardly any within 50 m', () => {
    const { median, shareUnder50 } = attackAll(cellSides.area).onTruth;
    expect(median).toBeGreaterThanOrEqual(350);
    expect(shareUnder50).toBeLessThanOrEqual(0.02);
  });

  it('errs by about three times as much for members with a wide blur', () => {
    expect(attackAll(cellSides.wide).onTruth.median).toBeGreaterThanOrEqual(1_000);
  });
});

describe('watching for a month', () => {
  it('at home discloses no more than the cell: the guess from all nights errs by at least 330 m', () => {
    const random = seeded(7);
    const normal = normalFrom(random);
    let nowMs = Date.UTC(2026, 5, 1);
    const positions = createPublishedPositions({ nowMs: () => nowMs, random });
    const rows = Array.from({ length: victims }, (_, number) => {
      const profileId = `victim ${number}`;
      const home = somewhere(random, city, 20_000);
      const seen = new Map<string, { cell: Cell; times: number }>();
      for (let night = 0; night < 30; night += 1) {
        const bias = { north: 10 * normal(), east: 10 * normal() };
        const start = somewhere(random, home, 8_000);
        const way = [0.75, 0.5, 0.25, 0.1].map((rest) => ({
          lat: home.lat + (start.lat - home.lat) * rest,
          lon: home.lon + (start.lon - home.lon) * rest,
        }));
        const atHome = Array.from({ length: 12 }, () => moved(home, bias.north + 20 * normal(), bias.east + 20 * normal()));
        [start, ...way, ...atHome].forEach((fix, step) => {
          positions.report({
            profileId,
            ...fix,
            use: 'DEVICE_GPS',
            fixMs: nowMs,
            hide: false,
            effectiveUntilMs: nowMs + maxEffectiveMs,
            precision: 'area',
          });
          nowMs += 300_000;
          positions.advance();
          const cell = positions.cellFor(profileId);
          if (!cell || step < 5) return;
          const key = `${cell.i}:${cell.j}`;
          seen.set(key, { cell, times: (seen.get(key)?.times ?? 0) + 1 });
        });
        nowMs += 19 * hourMs;
      }
      return { truth: home, guess: weightedMiddle([...seen.values()]) };
    });
    const { median, shareUnder50 } = errorsOf(rows);
    expect(median).toBeGreaterThanOrEqual(330);
    expect(shareUnder50).toBeLessThanOrEqual(0.04);
  });
});

/** The mean of the cells in which a member was seen, weighted by frequency: it lies near the border for members who live there. */
function weightedMiddle(seen: { cell: Cell; times: number }[]): Place {
  const total = seen.reduce((sum, { times }) => sum + times, 0);
  const middles = seen.map(({ cell, times }) => ({ times, ...middleOf(cell) }));
  return {
    lat: middles.reduce((sum, { lat, times }) => sum + (lat * times) / total, 0),
    lon: middles.reduce((sum, { lon, times }) => sum + (lon * times) / total, 0),
  };
}

/** The attacker knows the grid: the mean of the points of many members in a cell is its centre. */
function middleOf(cell: Cell): Place {
  const points = Array.from({ length: 200 }, (_, number) => publishedPoint(secret, `sybil ${number}`, cell));
  return {
    lat: points.reduce((sum, { lat }) => sum + lat / points.length, 0),
    lon: points.reduce((sum, { lon }) => sum + lon / points.length, 0),
  };
}
