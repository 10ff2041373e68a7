// Types, tile coordinates and errors shared by all sources of the base map.
import type { MapSource } from '#shared/contract/map.ts';
import type { Area } from './area-picture.ts';

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
};

export interface BaseMap {
  readonly about: MapSource;
  /** Null: there is no such tile, or it is empty. @throws TileUnavailable while the source is out of order */
  tile(z: number, x: number, y: number): Promise<MapTile | null>;
  /** A picture (SVG) of an area; absent where the source cannot draw one. */
  area?(area: Area): Promise<Buffer | null>;
  close(): Promise<void>;
}

export type BaseMapContext = {
  /** Folder of the cached tiles of a tile server. */
  readonly cacheDir: string;
  readonly log: { warn(message: string): void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Whether the coordinates are valid within the zoom range. */
export function isTile(zooms: { zoomLeast: number; zoomMost: number }, z: number, x: number, y: number): boolean {
  const isWithin = (step: number) => Number.isInteger(step) && step >= 0 && step < 2 ** z;
  return Number.isInteger(z) && z >= zooms.zoomLeast && z <= zooms.zoomMost && isWithin(x) && isWithin(y);
}

/** The source is unreachable or unreadable for now; the tile may exist. */
export class TileUnavailable extends Error {
  override readonly name = 'TileUnavailable';
}
