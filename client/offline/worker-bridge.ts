// Registers the service worker and applies its updates.
import { chosenLanguage } from '#client/device/language.ts';
import { Workbox } from 'workbox-window';
import { whenIdle } from '#client/device/when-idle.ts';
import { hourMs } from '#shared/rules/durations.ts';

/** A tab that becomes visible checks for updates at most this often. */
const updateCheckMs = hourMs;

/** Null in development, because a worker would serve outdated files. */
const workbox = import.meta.env.PROD && 'serviceWorker' in navigator ? new Workbox('/sw.js', { updateViaCache: 'none' }) : null;
/** True if a worker served this page from its start. */
const hadWorker = navigator.serviceWorker?.controller != null;
const listeners = new Set<() => void>();
let isUpdateReady = false;

/**
 * Call it once, after the first paint. An update that was ready before this page opened is used at once if `isOutboxEmpty`. The page
 * itself runs the old build until it is loaded again. Any other update waits for `applyUpdate`.
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

/** Calls back when a new build is ready, or at once if it already is. Returns a function that unsubscribes. */
export function onUpdateReady(callback: () => void): () => void {
  listeners.add(callback);
  if (isUpdateReady) callback();
  return () => {
    listeners.delete(callback);
  };
}

/** Call it when the member agrees. The new worker takes over, and this page reloads. */
export async function applyUpdate(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Another tab has applied the update already.
  if (!(await workers.getRegistration())?.waiting) return location.reload();
  // The new worker has taken over, whichever tab has asked for it.
  workers.addEventListener('controllerchange', () => location.reload(), { once: true });
  workers.controller?.postMessage({ type: 'FINISH' });
  workbox?.messageSkipWaiting();
}

/**
 * Lets the worker fetch the deferred files and those of a chosen language when this page is idle. After a first visit, which the worker
 * did not serve, it also caches the page's pictures.
 */
export async function fetchDeferred(): Promise<void> {
  if (workbox === null) return;
  const { active } = await navigator.serviceWorker.ready;
  whenIdle(() => {
    active?.postMessage({ type: 'KEEP_REST', language: chosenLanguage() });
    if (!hadWorker) void import('./cache-pictures.ts').then((file) => file.cacheSeenPictures()).catch(() => undefined);
  });
}

function checkForUpdates(registered: Workbox): void {
  let checkedMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - checkedMs < updateCheckMs) return;
    checkedMs = performance.now();
    // Rejects while offline. The next check tries again.
    registered.update().catch(() => undefined);
  });
}
