// Registers the service worker and applies its updates.
import { Workbox } from 'workbox-window';
import { whenIdle } from '#client/device/when-idle.ts';

/** The minimum time between update checks of a tab that becomes visible. */
const updateCheckMs = 3_600_000;

/** Null in development, where a worker would serve outdated files. */
const workbox = import.meta.env.PROD && 'serviceWorker' in navigator ? new Workbox('/sw.js', { updateViaCache: 'none' }) : null;
/** True if a worker served this page from its start. */
const hadWorker = navigator.serviceWorker?.controller != null;
const listeners = new Set<() => void>();
let isUpdateReady = false;

/**
 * Call once, after the first paint. An update that was ready before this page opened takes over immediately if
 * `isOutboxEmpty`; the page runs the old build until its next load. Any other update waits for `applyUpdate`.
 */
export async function registerWorker(isOutboxEmpty: () => Promise<boolean>): Promise<void> {
  if (workbox === null) return;
  workbox.addEventListener('waiting', async (event) => {
    if (event.wasWaitingBeforeRegister === true && (await isOutboxEmpty())) {
      workbox.messageSkipWaiting();
      return;
    }
    isUpdateReady = true;
    for (const listener of listeners) listener();
  });
  await workbox.register();
  checkForUpdates(workbox);
}

/** Calls back when a new build is ready, also if it already is. Returns a function that unsubscribes. */
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
 * Makes the worker fetch the deferred files once this page is idle. On a first visit, which the worker did not serve,
 * it also caches the page's pictures.
 */
export async function fetchDeferred(): Promise<void> {
  if (workbox === null) return;
  const { active } = await navigator.serviceWorker.ready;
  whenIdle(() => {
    active?.postMessage({ type: 'KEEP_REST' });
    if (!hadWorker)
      void import('./cache-pictures.ts').then(({ cacheSeenPictures }) => cacheSeenPictures()).catch(() => undefined);
  });
}

function checkForUpdates(registered: Workbox): void {
  let checkedMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedMs < updateCheckMs) return;
    checkedMs = performance.now();
    // Rejects offline; the next check tries again.
    registered.update().catch(() => undefined);
  });
}
