// A base map from a PMTiles file: its tiles as they were written, and files that are none.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import MVT from 'ol/format/MVT.js';
import { zxyToTileId } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  metadataOf,
  pmtilesBytes,
  townOfOpenMapTiles,
  townOfProtomaps,
  type PmtilesOptions,
} from '#server/testing/fakes/pmtiles.ts';
import { openPmtilesMap } from './base-map-pmtiles.ts';
import type { BaseMap } from './map-tile.ts';

let dir = '';
let warnings: string[] = [];
const opened: BaseMap[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'pmtiles-'));
});
afterAll(async () => {
  await Promise.all(opened.map((map) => map.close()));
  await rm(dir, { recursive: true });
});

/** Tiles of zoom 0 to 4, each with the name of its place. */
const everyTile = [0, 1, 2, 3, 4].flatMap((z) =>
  Array.from({ length: 4 ** z }, (_, n) => {
    const [x, y] = [n % 2 ** z, Math.floor(n / 2 ** z)];
    return { z, x, y, bytes: townOfOpenMapTiles(`Town ${z}-${x}-${y}`) };
  }),
);
const whole: PmtilesOptions = { tiles: everyTile, metadata: metadataOf.openmaptiles };

async function openMap(content: Uint8Array, attribution: string | null = null): Promise<BaseMap> {
  const file = path.join(dir, `${opened.length}.pmtiles`);
  await writeFile(file, content);
  const map = await openPmtilesMap({ file, attribution }, { warn: (message) => warnings.push(message) });
  opened.push(map);
  return map;
}

async function namesOn(map: BaseMap, z: number, x: number, y: number): Promise<unknown[]> {
  const tile = await map.tile(z, x, y);
  if (tile === null) return [];
  const bytes = tile.contentEncoding === 'gzip' ? gunzipSync(tile.bytes) : tile.bytes;
  const features = new MVT({ layerName: 'layer' }).readFeatures(new Uint8Array(bytes).buffer);
  return features.filter((feature) => feature.get('layer') === 'place').map((feature) => feature.get('name'));
}

test('tile ids follow the numbering of the format', () => {
  expect(zxyToTileId(0, 0, 0)).toBe(0);
  expect([zxyToTileId(1, 0, 0), zxyToTileId(1, 0, 1), zxyToTileId(1, 1, 1), zxyToTileId(1, 1, 0)]).toEqual([1, 2, 3, 4]);
  expect(zxyToTileId(12, 3423, 1763)).toBe(19_078_479);
});

describe.each(['none', 'gzip', 'brotli', 'zstd'] as const)('a file compressed with %s', (compression) => {
  it.each([undefined, 7])('returns every tile as it was written (entries in a leaf: %s)', async (leafEntries) => {
    const map = await openMap(pmtilesBytes({ ...whole, compression, leafEntries }));
    for (const { z, x, y } of everyTile) expect(await namesOn(map, z, x, y)).toEqual([`Town ${z}-${x}-${y}`]);
  });
});

it('describes its schema, zooms and attribution as plain text', async () => {
  const map = await openMap(pmtilesBytes(whole));
  expect(map.source).toMatchObject({ kind: 'openmaptiles', zoomLeast: 0, zoomMost: 4, attribution: '© Example Mapmakers' });
  const town = { z: 0, x: 0, y: 0, bytes: townOfProtomaps('Town') };
  const other = await openMap(pmtilesBytes({ tiles: [town], metadata: metadataOf.protomaps }), 'Somebody else');
  expect(other.source).toMatchObject({ kind: 'protomaps', attribution: 'Somebody else' });
  expect(other.source.version).not.toBe(map.source.version);
});

it('may contain raster tiles', async () => {
  const png = Buffer.from('\x89PNG\r\n', 'latin1');
  const tiles = [{ z: 0, x: 0, y: 0, bytes: png }];
  const map = await openMap(pmtilesBytes({ tiles, metadata: {}, tileType: 'png', compression: 'none' }), 'Somebody');
  expect(map.source.kind).toBe('raster');
  expect(await map.tile(0, 0, 0)).toMatchObject({ bytes: png, contentType: 'image/png', contentEncoding: null });
});

it('has no tile where none was written, nor beyond its zooms', async () => {
  const map = await openMap(pmtilesBytes({ ...whole, tiles: everyTile.filter(({ z, x }) => z !== 3 || x < 4) }));
  expect(await map.tile(3, 5, 2)).toBeNull();
  expect(await namesOn(map, 3, 3, 2)).toEqual(['Town 3-3-2']);
  expect(await map.tile(5, 0, 0)).toBeNull();
});

describe('an unusable file is refused with a reason', () => {
  const good = pmtilesBytes(whole);
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(good);
    change(bytes);
    return bytes;
  };
  it.each([
    ['empty', Buffer.alloc(0), 'it is no PMTiles file'],
    ['something else', Buffer.alloc(500, 'x'), 'it is no PMTiles file'],
    ['of an older version', changed((bytes) => (bytes[7] = 2)), 'version 2'],
    ['of a newer version', changed((bytes) => (bytes[7] = 4)), 'version 4'],
    ['shorter than its header', good.subarray(0, 100), 'it is no PMTiles file'],
    ['copied half', good.subarray(0, good.length - 1), 'it ends early'],
    ['of an unknown type of tiles', changed((bytes) => (bytes[99] = 77)), 'unknown type'],
    ['of tiles of the type MLT', pmtilesBytes({ ...whole, tileType: 'mlt' }), 'MLT'],
    ['of tiles packed in an unknown way', changed((bytes) => (bytes[98] = 9)), 'its tiles are compressed in an unknown way'],
    ['with a root directory far inside', changed((bytes) => bytes.writeBigUInt64LE(16_384n, 16)), 'not within the first 16384'],
    ['with directories packed in an unknown way', changed((bytes) => (bytes[97] = 9)), 'unknown way'],
    ['damaged at its start', changed((bytes) => bytes.fill(0, 127, 140)), "can't be used"],
    [
      'without an attribution',
      pmtilesBytes({ ...whole, metadata: { ...metadataOf.protomaps, attribution: '' } }),
      'MAP_ATTRIBUTION',
    ],
    [
      'of layers that can not be drawn',
      pmtilesBytes({ ...whole, metadata: { ...metadataOf.protomaps, vector_layers: [{ id: 'contours' }] } }),
      'neither those of OpenMapTiles nor those of Protomaps',
    ],
  ])('%s', async (_, content, reason) => {
    await expect(openMap(content)).rejects.toThrow(reason);
    await expect(openMap(content)).rejects.toThrow('(MAP_PMTILES)');
  });

  it('missing', async () => {
    const settings = { file: path.join(dir, 'none.pmtiles'), attribution: null };
    await expect(openPmtilesMap(settings, { warn: () => {} })).rejects.toThrow('there is no such file');
  });
});

it('a directory damaged later makes only its tiles unavailable, with a log entry', async () => {
  warnings = [];
  const bytes = pmtilesBytes({ ...whole, leafEntries: 50 });
  const [leavesAt, leavesLength] = [Number(bytes.readBigUInt64LE(40)), Number(bytes.readBigUInt64LE(48))];
  bytes.fill(0xee, leavesAt + Math.floor(leavesLength / 2), leavesAt + leavesLength);
  const map = await openMap(bytes);
  expect(await namesOn(map, 0, 0, 0)).toEqual(['Town 0-0-0']);
  await expect(map.tile(4, 15, 0)).rejects.toThrow();
  expect(warnings.join()).toContain("can't be read");
});

it('a file truncated while it is open returns no short or empty tiles', async () => {
  warnings = [];
  const map = await openMap(pmtilesBytes({ ...whole, compression: 'none' }));
  await truncate(path.join(dir, `${opened.length - 1}.pmtiles`), 20_000);
  expect(await namesOn(map, 0, 0, 0)).toEqual(['Town 0-0-0']);
  await expect(map.tile(4, 15, 0)).rejects.toThrow();
  expect(warnings.join()).toContain('it ends early');
});
