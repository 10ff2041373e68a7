// The base map from one of three sources: built in, a PMTiles file, or a tile server behind our own caching proxy.
import { gzipSync } from 'node:zlib';
import type { MapSource } from '#shared/contract/map.ts';
import { openBuiltInMap } from './base-map-built-in.ts';
import { openPmtilesMap } from './base-map-pmtiles.ts';
import { openRasterMap } from './base-map-raster.ts';
import { isTile } from './map-tile.ts';

export type BaseMapSettings =
  | { readonly kind: 'built-in' }
  /** No attribution: the file's own word is taken. */
  | { readonly kind: 'pmtiles'; readonly file: string; readonly attribution: string | null }
  | RasterSettings;

export type RasterSettings = {
  readonly kind: 'raster';
  /** With {z}, {x} and {y}. May hold a key: it is told to nobody and never logged. */
  readonly urlTemplate: string;
  readonly attribution: string;
  readonly zoomMost: number;
  /** How much of the disk the kept tiles may take. */
  readonly cacheBytes: number;
};

export type MapTile = {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Null: the bytes are as they are. */
  readonly contentEncoding: 'gzip' | null;
  /** How long a browser may use it unasked. */
  readonly freshSeconds: number;
};

export interface BaseMap {
  readonly about: MapSource;
  /** Null: there is no such tile, or nothing on it. @throws TileUnavailable while the source can't give it */
  tile(z: number, x: number, y: number): Promise<MapTile | null>;
  close(): Promise<void>;
}

export type BaseMapSurroundings = {
  /** Where tiles of a tile server are kept. */
  readonly cacheDir: string;
  readonly log: { warn(message: string): void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** @throws Error with a sentence for whoever set it up, when a file can't be read as a map */
export async function openBaseMap(settings: BaseMapSettings, surroundings: BaseMapSurroundings): Promise<BaseMap> {
  if (settings.kind === 'pmtiles') return openPmtilesMap(settings, surroundings.log);
  if (settings.kind === 'raster') return openRasterMap(settings, surroundings);
  return openBuiltInMap();
}

/** For tests: no thread and no data; the western half of the world has one tile without features, the eastern is sea. */
export function fakeBaseMap(): BaseMap {
  const bytes = gzipSync(Buffer.alloc(0));
  const contentType = 'application/vnd.mapbox-vector-tile';
  return {
    about: { kind: 'built-in', version: 'fake', zoomLeast: 0, zoomMost: 14, attribution: 'A fake map' },
    tile: async (z, x, y) =>
      isTile({ zoomLeast: 0, zoomMost: 14 }, z, x, y) && x < 2 ** z / 2
        ? { bytes, contentType, contentEncoding: 'gzip', freshSeconds: 604_800 }
        : null,
    close: async () => {},
  };
}
