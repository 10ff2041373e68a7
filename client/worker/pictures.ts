// Cached public pictures, for viewing without connection; a private one is never cached.
import { createBoundedCache, type Asking } from './bounded-cache.ts';

const name = 'member-pictures';
/** A picture never changes under its id, but its owner may take it away: the server is asked again after as long as it lets browsers keep one. */
const answer = createBoundedCache({ name, most: 300, freshMs: 24 * 3_600_000, hasSizes: true });

/** Kept by the whole address: each size of a picture is one of its own, and stands in for the others where none can be fetched. */
const publicPicture = /^\/api\/(profile-pic|profile\/pic)\/[0-9a-f-]{36}$/;
/** Enough for a bubble or a tile on any screen; without connection it stands in for the larger sizes. */
const askedWidthPx = 512;

export function answerPicture(asking: Asking): Promise<Response> | null {
  const { method, url } = asking.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !publicPicture.test(pathname)) return null;
  return answer(asking);
}

/** Fetches those of which no size is kept, one after the other; one that can't be had, or not be kept, is left out. */
export async function cachePictures(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const request = new Request(`${location.origin}/api/profile-pic/${id}?scale_x=${askedWidthPx}`);
    if ((await caches.match(request, { cacheName: name, ignoreSearch: true, ignoreVary: true })) !== undefined) continue;
    const keeping: Promise<unknown>[] = [];
    await answerPicture({ request, waitUntil: (work) => void keeping.push(work) })?.catch(() => undefined);
    await Promise.all(keeping);
  }
}
