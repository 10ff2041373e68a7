// Caches tiles of the base map for offline use.
import { dayMs } from '#shared/rules/durations.ts';
import { createBoundedCache } from './bounded-cache.ts';

/**
 * A tile's URL contains the version of its map, so tiles of another map are never shown, and are removed in time. A tile of a town has
 * about 100 kB when it is not compressed.
 */
export const answerMapTile = createBoundedCache({
  name: 'member-map-tiles',
  paths: /^\/api\/map\/tiles\/[\w-]+\/\d+\/\d+\/\d+$/,
  maxEntries: 1_500,
  maxBytes: 60_000_000,
  freshMs: 7 * dayMs,
});
