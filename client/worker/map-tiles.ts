// Caches tiles of the base map for offline use.
import { dayMs } from '#shared/rules/durations.ts';
import { createBoundedCache, type CacheableRequest } from './bounded-cache.ts';

/**
 * A tile's URL contains the version of its map, so tiles of another map are never shown, and are removed in time. A tile of a town has
 * about 100 kB when it is not compressed.
 */
const answer = createBoundedCache({
  name: 'member-map-tiles',
  maxEntries: 1_500,
  maxBytes: 60_000_000,
  freshMs: 7 * dayMs,
});

const tile = /^\/api\/map\/tiles\/[\w-]+\/\d+\/\d+\/\d+$/;

export function answerMapTile(event: CacheableRequest): Promise<Response> | null {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || mode === 'navigate' || origin !== location.origin || !tile.test(pathname)) return null;
  return answer(event);
}
