// Distances between places, and their rounded values.
import { describe, expect, it } from 'vitest';
import { distanceMetres, roundedDistance } from './distance.ts';

const phoenix = { lat: 33.4484, lon: -112.074 };
const losAngeles = { lat: 34.0522, lon: -118.2437 };

describe('distance between places', () => {
  it('is 574 km from Phoenix to Los Angeles, both ways', () => {
    expect(distanceMetres(phoenix, losAngeles) / 1_000).toBeCloseTo(574.4, 0);
    expect(distanceMetres(losAngeles, phoenix)).toBe(distanceMetres(phoenix, losAngeles));
  });

  it('is short across the antimeridian and over the pole', () => {
    expect(distanceMetres({ lat: 0, lon: 179.99 }, { lat: 0, lon: -179.99 })).toBeCloseTo(2_224, 0);
    expect(distanceMetres({ lat: 89.99, lon: 0 }, { lat: 89.99, lon: 180 })).toBeCloseTo(2_224, 0);
  });

  it('is half the circumference to the antipode, and 0 for the same place', () => {
    expect(distanceMetres({ lat: 12, lon: 34 }, { lat: -12, lon: -146 }) / 1_000).toBeCloseTo(20_015, 0);
    expect(distanceMetres(phoenix, phoenix)).toBe(0);
  });
});

describe('rounded distance', () => {
  it('never decreases with the distance', () => {
    const metresOf = { ft: 0.3048, mi: 1_609.344, m: 1, km: 1_000 };
    for (const units of ['miles', 'metric'] as const) {
      let before = 0;
      for (let metres = 0; metres < 40_000; metres += 7) {
        const { value, unit } = roundedDistance(metres, units);
        expect(value * metresOf[unit]).toBeGreaterThanOrEqual(before);
        before = value * metresOf[unit];
      }
    }
  });
});
