// The base map, always served from our own origin, so no third party learns which areas are viewed.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeText } from './fields.ts';

/**
 * The source of the base map. Its kind selects the style: the built-in layers, one of the two common vector schemas, or
 * raster images.
 */
const mapSource = z.object({
  kind: z.enum(['built-in', 'openmaptiles', 'protomaps', 'raster']),
  /** A part of the tile URLs, so that tiles of different sources are never mixed. */
  version: z.string().check(z.regex(/^[\w-]{1,32}$/)),
  /** The zoom levels with tiles; closer views scale up the last level. */
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
    summary: 'One tile: MVT, or an image for the kind raster; 204 if empty, 404 for another version.',
    params: z.object({
      version: mapSource.shape.version,
      z: wholeText(0, 22),
      x: wholeText(0, 4_194_303),
      y: wholeText(0, 4_194_303),
    }),
    bytes: 'application/vnd.mapbox-vector-tile',
  }),
  getArea: endpoint({
    method: 'GET',
    path: '/api/map/area',
    who: 'USER',
    summary: "A picture of the map around the caller's published point; 204 without one, or if the base map cannot be drawn.",
    /** The size in CSS pixels. Older clients do not send it. */
    query: z.object({
      theme: z.enum(['light', 'dark']),
      width: z.optional(wholeText(100, 2_000)),
      height: z.optional(wholeText(80, 1_000)),
    }),
    bytes: 'image/svg+xml',
  }),
};
