// Public pictures that were seen on this device, for looking at again without connection; a private one is never kept.
import { createBoundedCache, type Asking } from './bounded-cache.ts';

/** A picture never changes under its id, but its owner may take it away: the server is asked again after as long as it lets browsers keep one. */
const answer = createBoundedCache({ name: 'member-pictures', most: 300, freshMs: 24 * 3_600_000, hasSizes: true });

/** Kept by the whole address: each size of a picture is one of its own, and stands in for the others where none can be fetched. */
const publicPicture = /^\/api\/(profile-pic|profile\/pic)\/[0-9a-f-]{36}$/;

export function answerPicture(asking: Asking): Promise<Response> | null {
  const { method, url } = asking.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !publicPicture.test(pathname)) return null;
  return answer(asking);
}
