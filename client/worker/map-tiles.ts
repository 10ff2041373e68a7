// Tiles of the base map that were seen on this device, so that the places looked at are there without connection.
import { createBoundedCache, type Asking } from './bounded-cache.ts';

/** The base map changes with a release of the server, if at all. */
const answer = createBoundedCache({ name: 'member-map-tiles', most: 1_500, freshMs: 30 * 24 * 3_600_000 });

const tile = /^\/api\/map\/[a-z-]+\/\d+\/\d+\/\d+$/;

export function answerMapTile(asking: Asking): Promise<Response> | null {
  const { method, url } = asking.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !tile.test(pathname)) return null;
  return answer(asking);
}
