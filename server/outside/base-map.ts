// The base map from one of three sources: built in, a PMTiles file, or a tile server behind our own caching proxy.
import { gzipSync } from 'node:zlib';
import { openBuiltInMap } from './base-map-built-in.ts';
import { openPmtilesMap } from './base-map-pmtiles.ts';
import { openRasterMap } from './base-map-raster.ts';
import { isTile, type BaseMap, type BaseMapContext, type RasterSettings } from './map-tile.ts';

export type BaseMapSettings =
  | { readonly kind: 'built-in' }
  /** Without an attribution, the one in the file is used. */
  | { readonly kind: 'pmtiles'; readonly file: string; readonly attribution: string | null }
  | RasterSettings;

/** @throws Error with a message for the operator when a file is not a readable map */
export async function openBaseMap(settings: BaseMapSettings, context: BaseMapContext): Promise<BaseMap> {
  if (settings.kind === 'pmtiles') return openPmtilesMap(settings, context.log);
  if (settings.kind === 'raster') return openRasterMap(settings, context);
  return openBuiltInMap();
}

/** For tests, without thread and data. Tiles in the western half of the world are empty, those in the eastern half are sea. */
export function fakeBaseMap(): BaseMap {
  const bytes = gzipSync(Buffer.alloc(0));
  const contentType = 'application/vnd.mapbox-vector-tile';
  return {
    source: { kind: 'built-in', version: 'fake', zoomLeast: 0, zoomMost: 14, attribution: 'A fake map' },
    tile: async (z, x, y) =>
      isTile({ zoomLeast: 0, zoomMost: 14 }, z, x, y) && x < 2 ** z / 2 ? { bytes, contentType, contentEncoding: 'gzip' } : null,
    close: async () => {},
  };
}
