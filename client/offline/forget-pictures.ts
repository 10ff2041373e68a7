// Removes pictures of a member who can no longer be seen from the worker's cache, in all their sizes.
import { sealedAddress } from './sealed-response.ts';

const cacheName = 'member-pictures';
/** The paths of public pictures. Others are not cached. */
const paths = ['/api/profile-pic/', '/api/profile/pic/'];

export async function forgetPictures(ids: readonly string[]): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  const addresses = ids.flatMap((id) => paths.map((path) => sealedAddress(location.origin + path + id)));
  for (const address of await Promise.all(addresses)) await cache.delete(address, { ignoreSearch: true });
}
