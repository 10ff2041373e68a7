// The built-in base map, from the own origin so that nobody else learns which part of the world is looked at.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeText } from './fields.ts';

export const map = {
  getTile: endpoint({
    method: 'GET',
    path: '/api/map/tiles/{z}/{x}/{y}',
    who: 'USER',
    rate: 'none',
    summary: 'One vector tile (MVT); 204 where there is nothing.',
    params: z.object({ z: wholeText(0, 14), x: wholeText(0, 16_383), y: wholeText(0, 16_383) }),
    bytes: 'application/vnd.mapbox-vector-tile',
  }),
};
