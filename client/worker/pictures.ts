// Caches public pictures for offline use.
import { sealedAddress } from '#client/offline/sealed-response.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createBoundedCache, type CacheableRequest } from './bounded-cache.ts';
import { deviceState } from './keys.ts';
import { fetchWithProof } from './lock-proof.ts';

const name = 'member-pictures';
/** Large enough for a message or a tile on any screen. Offline it replaces larger sizes. */
const cachedWidthPx = 512;

/** A picture never changes, but it may be deleted. Each size, given in the query, has its own entry. */
export const answerPicture = createBoundedCache({
  name,
  // Private pictures have other paths.
  paths: /^\/api\/(profile-pic|profile\/pic)\/[0-9a-f-]{36}$/,
  maxEntries: 300,
  freshMs: dayMs,
  hasSizes: true,
});

/** Answers a request for a private picture, which is never cached. */
export function answerPrivatePicture(event: CacheableRequest): Promise<Response> | null {
  const { method, url, destination } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || destination !== 'image' || origin !== location.origin || !pathname.startsWith('/api/')) return null;
  return deviceState().then(({ isLockSet }) => (isLockSet ? fetchWithProof(event) : fetch(event.request)));
}

/** Caches the pictures of which no size is cached, one at a time. Skips those that fail. */
export async function cachePictures(ids: readonly string[]): Promise<void> {
  await deviceState();
  for (const id of ids) {
    const request = new Request(`${location.origin}/api/profile-pic/${id}?scale_x=${cachedWidthPx}`);
    const address = await sealedAddress(request.url);
    if ((await caches.match(address, { cacheName: name, ignoreSearch: true })) !== undefined) continue;
    const pending: Promise<unknown>[] = [];
    await answerPicture({ request, waitUntil: (work) => void pending.push(work) })?.catch(() => undefined);
    await Promise.all(pending);
  }
}
