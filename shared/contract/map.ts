// The base map, always served from the own origin, so that no third party learns what is viewed.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeText } from './fields.ts';

/**
 * The source of the base map. The kind determines how tiles are painted: the layers of the built-in map, those of a street
 * map in one of the two common schemas, or pictures.
 */
const mapSource = z.object({
  kind: z.enum(['built-in', 'openmaptiles', 'protomaps', 'raster']),
  /** Part of the tiles' addresses, so that tiles of different sources are never mixed. */
  version: z.string().check(z.regex(/^[\w-]{1,32}$/)),
  /** The first and last zoom with tiles; closer views scale the last one. */
  zoomLeast: z.number(),
  zoomMost: z.number(),
  /** Attribution as plain text. */
  attribution: z.string(),
});
export type MapSource = z.infer<typeof mapSource>;

export const map = {
  getSource: endpoint({
    method: 'GET',
    path: '/api/map/source',
    who: 'USER',
    summary: 'The source of the base map and its attribution.',
    reply: mapSource,
  }),
  getTile: endpoint({
    method: 'GET',
    path: '/api/map/tiles/{version}/{z}/{x}/{y}',
    who: 'USER',
    rate: 'none',
    summary: 'One tile: MVT, or a picture for the kind raster; 204 if empty, 404 for another version.',
    params: z.object({
      version: mapSource.shape.version,
      z: wholeText(0, 22),
      x: wholeText(0, 4_194_303),
      y: wholeText(0, 4_194_303),
    }),
    bytes: 'application/vnd.mapbox-vector-tile',
  }),
};
