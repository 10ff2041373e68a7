// Caches public pictures for offline use.
import { createBoundedCache, type CacheableRequest } from './bounded-cache.ts';

const name = 'member-pictures';
/** A picture never changes but may be deleted: it is fresh for as long as its max-age. */
const answer = createBoundedCache({ name, maxEntries: 300, freshMs: 24 * 3_600_000, hasSizes: true });

/** Private pictures have other paths. Each size, in the query, is an entry of its own. */
const publicPicture = /^\/api\/(profile-pic|profile\/pic)\/[0-9a-f-]{36}$/;
/** Enough for a chat bubble or a tile on any screen; used offline in place of larger sizes. */
const cachedWidthPx = 512;

export function answerPicture(event: CacheableRequest): Promise<Response> | null {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !publicPicture.test(pathname)) return null;
  return answer(event);
}

/** Caches the pictures of which no size is cached, one at a time, and skips failures. */
export async function cachePictures(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const request = new Request(`${location.origin}/api/profile-pic/${id}?scale_x=${cachedWidthPx}`);
    if ((await caches.match(request, { cacheName: name, ignoreSearch: true, ignoreVary: true })) !== undefined) continue;
    const pending: Promise<unknown>[] = [];
    await answerPicture({ request, waitUntil: (work) => void pending.push(work) })?.catch(() => undefined);
    await Promise.all(pending);
  }
}
