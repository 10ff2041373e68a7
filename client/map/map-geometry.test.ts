// Tests conversions between degrees, metres and pixels of the map, the scale bar, and the merging of counts.
import { describe, expect, it } from 'vitest';
import { joinAggregates } from './join-aggregates.ts';
import { boundsOf, mercatorPerMetre, nearestWorld, pixelsFrom, toMercator, toPoint, worldMetres } from './map-geometry.ts';
import { scaleFor } from './scale.ts';

describe('a point', () => {
  it('is unchanged by a conversion to web mercator and back', () => {
    const there = toPoint(toMercator({ lat: 33.4484, lon: -112.074 }));
    expect(there.lat).toBeCloseTo(33.4484, 9);
    expect(there.lon).toBeCloseTo(-112.074, 9);
  });

  it('has a longitude between -180 and 180, even in a repeated world', () => {
    const [x, y] = toMercator({ lat: 0, lon: 170 });
    expect(toPoint([x + 2 * 20_037_508.34, y]).lon).toBeCloseTo(170, 6);
  });
});

describe('a member on the other side of the antimeridian', () => {
  const [west] = toMercator({ lat: 0, lon: 179.9 });
  const [east] = toMercator({ lat: 0, lon: -179.9 });

  it('is at a small distance', () => {
    const [right, down] = pixelsFrom([west, 0], [east, 0], 1_000);
    expect(right).toBeCloseTo((0.2 * 111_319.49) / 1_000, 2);
    expect(down).toBeCloseTo(0, 9);
    expect(pixelsFrom([east, 0], [west, 0], 1_000)[0]).toBeCloseTo(-right, 9);
  });

  it('is drawn in the copy of the world that is in view', () => {
    const [x] = toMercator({ lat: 0, lon: 170 });
    expect(nearestWorld(x, x + 5 * worldMetres + 9)).toBeCloseTo(x + 5 * worldMetres, 3);
    expect(nearestWorld(east, west)).toBeGreaterThan(west);
  });
});

describe('the bounds of a view', () => {
  it('include the pole if the view reaches the edge of the map, so that members near the pole are requested', () => {
    const half = worldMetres / 2;
    expect(boundsOf([0, half - 1e6, 1e6, half])).toMatchObject({ latMax: 90 });
    expect(boundsOf([0, -half, 1e6, 1e6 - half])).toMatchObject({ latMin: -90 });
    expect(boundsOf([0, -half, 1e6, 1e6 - half]).latMax).toBeLessThan(-80);
  });

  it('have lonMin greater than lonMax across the antimeridian', () => {
    const [west] = toMercator({ lat: 0, lon: 170 });
    const [east, north] = toMercator({ lat: 10, lon: 190 });
    const bounds = boundsOf([west, 0, east, north]);
    expect(bounds.lonMin).toBeCloseTo(170, 6);
    expect(bounds.lonMax).toBeCloseTo(-170, 6);
    expect(bounds.latMax).toBeCloseTo(10, 6);
  });

  it('have all longitudes if the view is wider than the world', () => {
    expect(boundsOf([-3e7, -1e6, 3e7, 1e6])).toMatchObject({ lonMin: -180, lonMax: 180 });
  });
});

it('a metre is twice as long on the map at 60 degrees, and finite at the poles', () => {
  expect(mercatorPerMetre(60)).toBeCloseTo(2, 9);
  expect(mercatorPerMetre(90)).toBeCloseTo(mercatorPerMetre(85.05112878), 6);
  expect(mercatorPerMetre(-90)).toBeCloseTo(mercatorPerMetre(90), 6);
});

it('the scale bar has a round length that fits', () => {
  expect(scaleFor(16, 96, 'miles', 'en-US')).toEqual({ widthPx: 95, text: '5,000 ft' });
  expect(scaleFor(100, 96, 'miles', 'en-US')).toEqual({ widthPx: 80, text: '5 mi' });
  expect(scaleFor(0.1, 96, 'miles', 'en-US')).toEqual({ widthPx: 61, text: '20 ft' });
  expect(scaleFor(16, 96, 'metric', 'en-GB')).toEqual({ widthPx: 63, text: '1 km' });
  expect(scaleFor(10, 96, 'metric', 'en-GB')).toEqual({ widthPx: 50, text: '500 m' });
  expect(scaleFor(20_000, 96, 'metric', 'en-DE')).toEqual({ widthPx: 50, text: '1.000 km' });
});

describe('counts', () => {
  const phoenix = { centerLat: 33.5, centerLon: -112.5, count: 30 };
  const tempe = { centerLat: 33.5, centerLon: -111.5, count: 10 };
  const berlin = { centerLat: 52.5, centerLon: 13.5, count: 7 };

  it('of neighbours are added to the largest one at a low zoom', () => {
    const joined = joinAggregates([phoenix, tempe, berlin], 3);
    expect(joined.map(({ count }) => count)).toEqual([40, 7]);
    expect(toPoint(joined[0]?.at ?? []).lon).toBeCloseTo(-112.5, 6);
  });

  it('on both sides of the antimeridian are merged', () => {
    const fiji = { centerLat: -16.5, centerLon: 179.5, count: 5 };
    const taveuni = { centerLat: -16.5, centerLon: -179.5, count: 3 };
    expect(joinAggregates([fiji, taveuni], 4).map(({ count }) => count)).toEqual([8]);
  });

  it('are separate at a high zoom', () => {
    expect(joinAggregates([phoenix, tempe, berlin], 9)).toHaveLength(3);
  });
});
