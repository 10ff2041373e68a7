// Registers the worker and reports when an update is ready to be applied.
import { Workbox } from 'workbox-window';

/** A tab may stay open for days: how often it asks for an update when it comes back to the front. */
const updateCheckMs = 3_600_000;

/** None while developing: a worker would show yesterday's files. */
const workbox = import.meta.env.PROD && 'serviceWorker' in navigator ? new Workbox('/sw.js', { updateViaCache: 'none' }) : null;
/** Whether one has answered this page from the beginning. */
const hadWorker = navigator.serviceWorker?.controller != null;
/** A page that is busy for longer fetches the rest all the same. */
const idleWaitMs = 3_000;
const listeners = new Set<() => void>();
let isUpdateReady = false;

/**
 * Call once, after the first paint. An update that was waiting before this page was opened takes over at once when
 * `isNothingWaiting` says that no write would be torn (the page keeps running the old build, the next load is the new one);
 * any other update waits for `applyUpdate`.
 */
export async function registerWorker(isNothingWaiting: () => Promise<boolean>): Promise<void> {
  if (workbox === null) return;
  workbox.addEventListener('waiting', async (event) => {
    if (event.wasWaitingBeforeRegister === true && (await isNothingWaiting())) {
      workbox.messageSkipWaiting();
      return;
    }
    isUpdateReady = true;
    for (const listener of listeners) listener();
  });
  await workbox.register();
  checkForUpdates(workbox);
}

/** Calls back when a new build is downloaded and waits for the member, also if it was before. Returns the unsubscriber. */
export function onUpdateReady(callback: () => void): () => void {
  listeners.add(callback);
  if (isUpdateReady) callback();
  return () => {
    listeners.delete(callback);
  };
}

/** Called when the member agrees: the new worker takes over and this page reloads. */
export function applyUpdate(): void {
  // Reloads also if another tab applies the update first.
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  workbox?.messageSkipWaiting();
}

/**
 * Has the worker fetch what it leaves out at install, once this page has nothing else to do: for members, who use the map. And what
 * they see on their very first page, which they open without a worker, is cached as well.
 */
export async function fetchRest(): Promise<void> {
  if (workbox === null) return;
  const { active } = await navigator.serviceWorker.ready;
  whenIdle(() => {
    active?.postMessage({ type: 'KEEP_REST' });
    if (!hadWorker)
      void import('./cache-pictures.ts').then(({ cacheSeenPictures }) => cacheSeenPictures()).catch(() => undefined);
  });
}

/** Not every browser tells when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleWaitMs });
  else setTimeout(work, idleWaitMs);
}

function checkForUpdates(registered: Workbox): void {
  let checkedMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedMs < updateCheckMs) return;
    checkedMs = performance.now();
    // Offline this rejects, and the next return to the front asks again.
    registered.update().catch(() => undefined);
  });
}
