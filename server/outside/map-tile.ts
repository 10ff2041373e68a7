// Types, coordinates and errors that all sources of the base map share.
import type { MapSource } from '#shared/contract/map.ts';
import type { Area } from './area-picture.ts';

export type RasterSettings = {
  readonly kind: 'raster';
  /** The address with {z}, {x} and {y}. It may contain an API key, so it is never logged or sent to clients. */
  readonly urlTemplate: string;
  readonly attribution: string;
  readonly zoomMost: number;
  /** The disk space for cached tiles. */
  readonly cacheBytes: number;
};

export type MapTile = {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Null if the tile is not compressed. */
  readonly contentEncoding: 'gzip' | null;
};

export interface BaseMap {
  readonly source: MapSource;
  /** Null if there is no such tile, or it is empty. @throws TileUnavailable while the source does not work */
  tile(z: number, x: number, y: number): Promise<MapTile | null>;
  /** A picture (SVG) of an area; absent where the source cannot draw one. */
  area?(area: Area): Promise<Buffer | null>;
  /** Does what would delay the first tile; absent where nothing would. */
  prepare?(): Promise<unknown>;
  close(): Promise<void>;
}

export type BaseMapContext = {
  /** The folder for cached tiles of a tile server. */
  readonly cacheDir: string;
  readonly log: { warn(message: string): void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** True if the coordinates are valid and within the zoom range. */
export function isTile(zooms: { zoomLeast: number; zoomMost: number }, z: number, x: number, y: number): boolean {
  const isWithin = (step: number) => Number.isInteger(step) && step >= 0 && step < 2 ** z;
  return Number.isInteger(z) && z >= zooms.zoomLeast && z <= zooms.zoomMost && isWithin(x) && isWithin(y);
}

/** The source cannot be reached or read at the moment. The tile may exist. */
export class TileUnavailable extends Error {
  override readonly name = 'TileUnavailable';
}
