// Asks the worker to cache pictures that have not been on screen yet, or were shown before there was a worker.
import { pictures } from '#shared/contract/pictures.ts';
import { memberDatabase } from './database.ts';

/** Asked for by this tab: one that may not be kept is not fetched again with each visit. */
const asked = new Set<string>();

/** The worker fetches those of which the device has no size. Nobody waits for it, and without a worker nothing comes of it. */
export async function cachePictures(ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !asked.has(id));
  if (wanted.length === 0 || !('serviceWorker' in navigator) || (await memberDatabase.isLockSet())) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'KEEP_PICTURES', ids: wanted });
  for (const id of wanted) asked.add(id);
}

/** The same for what this page has shown: mostly it comes from the browser's own cache. */
export async function cacheSeenPictures(): Promise<void> {
  const path = pictures.getPicture.path.replace('{id}', '');
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await cachePictures(seen.filter((own) => own.startsWith(path)).map((own) => own.slice(path.length)));
}
