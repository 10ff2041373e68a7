// An attack on moving members that guesses the crossing of a cell border when a marker changes its cell.
import { describe, expect, it } from 'vitest';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import { isSameCell, type Cell } from './grid.ts';
import { createPublishedPositions, maxEffectiveMs } from './published.ts';

const walkers = 60;
const wayMetres = 4_000;
const watchedEverySeconds = 15;
const city = { lat: 33.45, lon: -112.07 };
const metresPerLat = 111_320;

/** Sorted errors in metres of the guesses at all observed changes. */
function watch(metresPerSecond: number, reportedEverySeconds: number): number[] {
  const random = seeded(5);
  const normal = normalFrom(random);
  let nowMs = Date.UTC(2026, 5, 1);
  const positions = createPublishedPositions({ nowMs: () => nowMs, random });
  const errors: number[] = [];
  for (let walker = 0; walker < walkers; walker += 1) {
    const profileId = `walker ${walker}`;
    const start = moved(city, (random() - 0.5) * 20_000, (random() - 0.5) * 20_000);
    const heading = random() * 2 * Math.PI;
    let before: Cell | undefined;
    for (let second = 0; second < wayMetres / metresPerSecond + 600; second += 1) {
      const metres = second * metresPerSecond;
      const truth = moved(start, metres * Math.cos(heading), metres * Math.sin(heading));
      nowMs += 1_000;
      positions.advance();
      if (second % reportedEverySeconds === 0) {
        const fix = moved(truth, 5 * normal(), 5 * normal());
        const report = { profileId, use: 'DEVICE_GPS', fixMs: nowMs, hide: false, precision: 'area', ...fix } as const;
        positions.report({ ...report, effectiveUntilMs: nowMs + maxEffectiveMs });
      }
      if (second % watchedEverySeconds !== 0) continue;
      const cell = positions.cellFor(profileId);
      if (before && cell && !isSameCell(before, cell))
        errors.push(distanceMetres(truth, between(middleOf(before), middleOf(cell))));
      before = cell;
    }
  }
  return errors.toSorted((a, b) => a - b);
}

const moved = (from: Place, north: number, east: number): Place => ({
  lat: from.lat + north / metresPerLat,
  lon: from.lon + east / (metresPerLat * Math.cos((city.lat * Math.PI) / 180)),
});
const between = (a: Place, b: Place): Place => ({ lat: (a.lat + b.lat) / 2, lon: (a.lon + b.lon) / 2 });

function middleOf({ i, j, side }: Cell): Place {
  const lat = ((i + 0.5) * side) / metresPerLat;
  return { lat, lon: ((j + 0.5) * side) / (metresPerLat * Math.cos((lat * Math.PI) / 180)) };
}

describe('a guess at the moment a marker changes its cell', () => {
  it.each([
    ['on foot', 1.4, 5],
    ['on a bicycle', 5, 5],
    ['in a car', 13, 5],
    ['in a car that reports every 15 s', 13, 15],
    ['on foot, reporting every five minutes', 1.4, 300],
  ])('errs by at least 250 m for half of those %s', (_, metresPerSecond, reportedEverySeconds) => {
    const errors = watch(metresPerSecond, reportedEverySeconds);
    expect(errors.length).toBeGreaterThan(walkers);
    expect(errors[errors.length >> 1]).toBeGreaterThanOrEqual(250);
    expect(errors.filter((error) => error < 50).length / errors.length).toBeLessThanOrEqual(0.03);
  });
});
