// The base map, whatever it is made from, always from the own origin so that nobody else learns what is looked at.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeText } from './fields.ts';

/**
 * What the base map is made from. The kind says how tiles are painted: the few layers of the built-in map, the layers of
 * a street map in one of the two common schemas, or ready-made pictures.
 */
const mapSource = z.object({
  kind: z.enum(['built-in', 'openmaptiles', 'protomaps', 'raster']),
  /** Part of the tiles' addresses: a map of another kind, or of other data, is never mixed with this one. */
  version: z.string().check(z.regex(/^[\w-]{1,32}$/)),
  /** The first and the last zoom that has tiles of its own; closer views enlarge the last. */
  zoomLeast: z.number(),
  zoomMost: z.number(),
  /** Whom the map owes a mention, ready to show as text. */
  attribution: z.string(),
});
export type MapSource = z.infer<typeof mapSource>;

export const map = {
  getSource: endpoint({
    method: 'GET',
    path: '/api/map/source',
    who: 'USER',
    summary: 'What the base map is made from, and whom it owes a mention.',
    reply: mapSource,
  }),
  getTile: endpoint({
    method: 'GET',
    path: '/api/map/tiles/{version}/{z}/{x}/{y}',
    who: 'USER',
    rate: 'none',
    summary: 'One tile: MVT, or a picture where the kind is raster; 204 where there is nothing, 404 for another version.',
    params: z.object({
      version: mapSource.shape.version,
      z: wholeText(0, 22),
      x: wholeText(0, 4_194_303),
      y: wholeText(0, 4_194_303),
    }),
    bytes: 'application/vnd.mapbox-vector-tile',
  }),
};
