// Sectors and their keys, including the antimeridian and the poles.
import { describe, expect, it } from 'vitest';
import { columnsBetween, parseSectorKey, ringOfSectors, sectorKey, sectorOf, sectorsAround } from './sectors.ts';

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

describe('the ring of sectors', () => {
  it('around one is the eight neighbours, and sixteen one step further', () => {
    expect(ringOfSectors('10:20').toSorted()).toEqual(
      ['9:19', '9:20', '9:21', '10:19', '10:21', '11:19', '11:20', '11:21'].toSorted(),
    );
    expect(ringOfSectors('10:20', 2)).toHaveLength(16);
    expect(ringOfSectors('10:20', 0)).toEqual(['10:20']);
  });

  it('wraps at the antimeridian and ends at a pole', () => {
    expect(ringOfSectors('0:179')).toEqual(expect.arrayContaining(['0:-180', '1:-180', '-1:178']));
    expect(ringOfSectors('89:0').toSorted()).toEqual(['88:-1', '88:0', '88:1', '89:-1', '89:1'].toSorted());
  });

  it('of an invalid key is empty', () => {
    expect(ringOfSectors('nowhere')).toEqual([]);
  });
});

describe('columns between two longitudes', () => {
  it('wrap, and contain no column twice', () => {
    expect(columnsBetween(178.5, 181.2)).toEqual([178, 179, -180, -179]);
    expect(columnsBetween(-400, 400)).toHaveLength(360);
  });
});
