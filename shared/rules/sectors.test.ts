// Sectors and their keys, including the antimeridian and the poles.
import { describe, expect, it } from 'vitest';
import { distanceMetres, earthRadiusMetres } from './distance.ts';
import { columnsBetween, parseSectorKey, ringOfSectors, sectorKey, sectorOf, sectorsAround, type Sector } from './sectors.ts';

const keysAround = (lat: number, lon: number): string[] => sectorsAround(lat, lon).map(sectorKey);

describe('the sector that contains a place', () => {
  it.each([
    [33.4, -112.1, '33:-113'],
    [-0.1, 0, '-1:0'],
    [0, 180, '0:-180'],
    [90, 0, '89:0'],
    [-90, 179.9, '-90:179'],
    [5, 540.5, '5:-180'],
  ])('at %d, %d is %s', (lat, lon, key) => {
    expect(sectorKey(sectorOf(lat, lon))).toBe(key);
  });
});

describe('a sector key', () => {
  it('is parsed back to its sector', () => {
    for (const sector of [sectorOf(33.4, -112.1), sectorOf(-90, -180), sectorOf(89.5, 179.5), sectorOf(0, 0)]) {
      expect(parseSectorKey(sectorKey(sector))).toEqual(sector);
    }
  });

  it.each(['', '33', '33:', '33:-113:1', '3.5:2', '90:0', '-91:0', '0:180', '0:-181', '-0:0', '03:1', ' 3:1', '1e1:2', '3:NaN'])(
    'such as %j is rejected',
    (key) => {
      expect(parseSectorKey(key)).toBeUndefined();
    },
  );
});

describe('sectors around a place', () => {
  it('begin with its own, include the neighbours and are at most twenty', () => {
    const keys = keysAround(33.5, -112.5);
    expect(keys[0]).toBe('33:-113');
    expect(keys).toEqual(expect.arrayContaining(['32:-113', '34:-113', '33:-112', '33:-114', '32:-112', '34:-114']));
    expect(keys.length).toBeLessThanOrEqual(20);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('continue across the antimeridian', () => {
    expect(keysAround(-17, 179.9)).toEqual(expect.arrayContaining(['-17:179', '-17:-180', '-18:-180']));
    expect(keysAround(-17, -179.9)).toEqual(expect.arrayContaining(['-17:-180', '-17:179']));
  });

  it('at a pole are the twenty nearest of the last row, without duplicates', () => {
    for (const lat of [89.9, 90, -89.9, -90]) {
      const keys = keysAround(lat, 10.5);
      expect(keys).toHaveLength(20);
      expect(new Set(keys).size).toBe(20);
      expect(keys.every((key) => key.startsWith(lat > 0 ? '89:' : '-90:'))).toBe(true);
    }
    expect(keysAround(89.9, 10.5)[0]).toBe('89:10');
  });

  it('reach about one degree of arc to the east at high latitudes as well', () => {
    expect(keysAround(60.5, 10.5)).toEqual(expect.arrayContaining(['60:8', '60:12']));
    expect(keysAround(60.5, 10.5)).not.toContain('60:14');
  });
});

/** Distance from a place to a sector, sampled at a grid of points, in degrees of arc. */
function degreesTo(sector: Sector, lat: number, lon: number): number {
  const steps = Array.from({ length: 41 }, (_, step) => step / 40);
  const metres = steps.flatMap((north) =>
    steps.map((east) => distanceMetres({ lat, lon }, { lat: sector.lat + north, lon: sector.lon + east })),
  );
  return (Math.min(...metres) / earthRadiusMetres) * (180 / Math.PI);
}

describe.each([
  [33.5, -112.5],
  [33.02, -112.97],
  [-45.7, 179.9],
  [0, 0],
  [60.5, 10.25],
  [-77.3, -179.6],
])('the sectors within two degrees of %d, %d', (lat, lon) => {
  const degrees = 2;
  const found = sectorsAround(lat, lon, degrees, 1_000);

  it('are all that intersect a circle of two degrees, and some that are near it', () => {
    const keys = new Set(found.map(sectorKey));
    for (const sector of found)
      expect([sectorKey(sector), degreesTo(sector, lat, lon) < degrees * 1.5]).toEqual([sectorKey(sector), true]);
    for (let row = Math.floor(lat) - 4; row <= Math.floor(lat) + 4; row += 1)
      for (let column = -14; column <= 14; column += 1) {
        const sector = { lat: row, lon: sectorOf(0, lon + column).lon };
        if (degreesTo(sector, lat, lon) < degrees) expect(keys).toContain(sectorKey(sector));
      }
  });

  it('are sorted by distance', () => {
    const degreesOf = found.map((sector) => degreesTo(sector, lat, lon));
    for (const [at, here] of degreesOf.entries()) expect(here).toBeGreaterThanOrEqual((degreesOf[at - 1] ?? 0) - 0.03);
  });

  it('are limited to the requested number', () => {
    expect(sectorsAround(lat, lon, degrees, 3)).toEqual(found.slice(0, 3));
  });
});

describe('the ring of sectors', () => {
  it('around one is the eight neighbours, and sixteen one step further', () => {
    expect(ringOfSectors('10:20').toSorted()).toEqual(
      ['9:19', '9:20', '9:21', '10:19', '10:21', '11:19', '11:20', '11:21'].toSorted(),
    );
    const [lats, lons] = [
      [8, 9, 10, 11, 12],
      [18, 19, 20, 21, 22],
    ];
    const edge = lats
      .flatMap((lat) => lons.map((lon) => ({ lat, lon })))
      .filter(({ lat, lon }) => Math.abs(lat - 10) === 2 || Math.abs(lon - 20) === 2);
    expect(ringOfSectors('10:20', 2).toSorted()).toEqual(edge.map(sectorKey).toSorted());
    expect(ringOfSectors('10:20', 0)).toEqual(['10:20']);
  });

  it('wraps at the antimeridian and ends at a pole', () => {
    expect(ringOfSectors('0:179')).toEqual(expect.arrayContaining(['0:-180', '1:-180', '-1:178']));
    expect(ringOfSectors('-90:0').toSorted()).toEqual(['-90:-1', '-90:1', '-89:-1', '-89:0', '-89:1'].toSorted());
    expect(ringOfSectors('89:0').toSorted()).toEqual(['88:-1', '88:0', '88:1', '89:-1', '89:1'].toSorted());
  });

  it('of an invalid key is empty', () => {
    expect(ringOfSectors('nowhere')).toEqual([]);
  });
});

describe('columns between two longitudes', () => {
  it('wrap, and contain no column twice', () => {
    expect(columnsBetween(178.5, 181.2)).toEqual([178, 179, -180, -179]);
    expect(columnsBetween(-1, 1)).toEqual([-1, 0, 1]);
    expect(columnsBetween(-400, 400)).toHaveLength(360);
  });
});
