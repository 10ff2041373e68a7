// Cached tiles of the base map, so that places viewed before are there without connection.
import { createBoundedCache, type Asking } from './bounded-cache.ts';

/**
 * The address of a tile names its map, so that kept ones of another map are never shown, and in time make room. A town
 * with streets has some 100 kB a tile, unpacked.
 */
const answer = createBoundedCache({ name: 'member-map-tiles', most: 1_500, mostBytes: 60_000_000, freshMs: 7 * 24 * 3_600_000 });

const tile = /^\/api\/map\/tiles\/[\w-]+\/\d+\/\d+\/\d+$/;

export function answerMapTile(asking: Asking): Promise<Response> | null {
  const { method, url } = asking.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !tile.test(pathname)) return null;
  return answer(asking);
}
