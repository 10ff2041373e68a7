// Tests which sectors are in a map view.
import { expect, test } from 'vitest';
import { isInBox, sectorsInView } from './view-sectors.ts';

test('a view of a town touches one sector, or the few that meet there', () => {
  expect(sectorsInView({ latMin: 33.4, lonMin: -112.2, latMax: 33.5, lonMax: -112.1 })).toEqual(['33:-113']);
  expect(sectorsInView({ latMin: 33.9, lonMin: -112.1, latMax: 34.1, lonMax: -111.9 })?.toSorted()).toEqual([
    '33:-112',
    '33:-113',
    '34:-112',
    '34:-113',
  ]);
});

test('a view across the antimeridian touches sectors on both sides', () => {
  expect(sectorsInView({ latMin: -17.5, lonMin: 179.5, latMax: -17.1, lonMax: -179.5 })).toEqual(['-18:179', '-18:-180']);
});

test('up to a hundred sectors are listed, and none in a wider view', () => {
  expect(sectorsInView({ latMin: 40, lonMin: 0, latMax: 49.9, lonMax: 9.9 })).toHaveLength(100);
  expect(sectorsInView({ latMin: 40, lonMin: 0, latMax: 49.9, lonMax: 10 })).toBeNull();
  expect(sectorsInView({ latMin: -80, lonMin: -180, latMax: 80, lonMax: 180 })).toBeNull();
});

test('a view across the antimeridian contains points on both sides', () => {
  const view = { latMin: -20, lonMin: 179, latMax: -10, lonMax: -179 };
  expect(isInBox(view, { lat: -15, lon: -179.5 })).toBe(true);
  expect(isInBox(view, { lat: -15, lon: 178 })).toBe(false);
});
