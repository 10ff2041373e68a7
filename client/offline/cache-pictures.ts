// Asks the worker to cache pictures that did not pass through it.
import { pictures } from '#shared/contract/pictures.ts';
import { memberDatabase } from './database.ts';

/** The pictures that this tab has requested, so that one that cannot be cached is not fetched on each visit. */
const requested = new Set<string>();

/** The worker fetches those of which no size is cached. Does nothing without a worker, or if there is an app lock. */
export async function cachePictures(ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !requested.has(id));
  if (wanted.length === 0 || !('serviceWorker' in navigator) || (await memberDatabase.isLockSet())) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'KEEP_PICTURES', ids: wanted });
  for (const id of wanted) requested.add(id);
}

/** Caches the pictures that this page loaded before the worker served it. */
export async function cacheSeenPictures(): Promise<void> {
  const path = pictures.getPicture.path.replace('{id}', '');
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await cachePictures(seen.filter((own) => own.startsWith(path)).map((own) => own.slice(path.length)));
}
