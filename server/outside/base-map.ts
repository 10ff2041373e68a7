// The base map from one of three sources: built in, a PMTiles file, or a tile server behind our own caching proxy.
import { gzipSync } from 'node:zlib';
import type { MapSource } from '#shared/contract/map.ts';
import { openBuiltInMap } from './base-map-built-in.ts';
import { openPmtilesMap } from './base-map-pmtiles.ts';
import { openRasterMap } from './base-map-raster.ts';
import { isTile } from './map-tile.ts';

export type BaseMapSettings =
  | { readonly kind: 'built-in' }
  /** Without attribution the one in the file is used. */
  | { readonly kind: 'pmtiles'; readonly file: string; readonly attribution: string | null }
  | RasterSettings;

export type RasterSettings = {
  readonly kind: 'raster';
  /** With {z}, {x} and {y}. May contain an API key, so it is never sent to clients or logged. */
  readonly urlTemplate: string;
  readonly attribution: string;
  readonly zoomMost: number;
  /** Disk space for cached tiles. */
  readonly cacheBytes: number;
};

export type MapTile = {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Null: not compressed. */
  readonly contentEncoding: 'gzip' | null;
  /** How long a browser may use it without revalidation. */
  readonly freshSeconds: number;
};

export interface BaseMap {
  readonly about: MapSource;
  /** Null: there is no such tile, or it is empty. @throws TileUnavailable while the source is out of order */
  tile(z: number, x: number, y: number): Promise<MapTile | null>;
  close(): Promise<void>;
}

export type BaseMapContext = {
  /** Folder of the cached tiles of a tile server. */
  readonly cacheDir: string;
  readonly log: { warn(message: string): void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** @throws Error with a message for the operator when a file is not a readable map */
export async function openBaseMap(settings: BaseMapSettings, context: BaseMapContext): Promise<BaseMap> {
  if (settings.kind === 'pmtiles') return openPmtilesMap(settings, context.log);
  if (settings.kind === 'raster') return openRasterMap(settings, context);
  return openBuiltInMap();
}

/** For tests, without thread and data: the western half of the world has empty tiles, the eastern half is sea. */
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
