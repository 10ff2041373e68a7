// Registers the worker and tells when an update is ready to be applied.

/** A tab may stay open for days: how often it asks for an update when it comes back to the front. */
const updateCheckMs = 3_600_000;

const listeners = new Set<() => void>();
let registration: ServiceWorkerRegistration | null = null;
let isUpdateReady = false;

/**
 * Call once, after the first paint; rejects where the browser forbids workers. An update that was waiting before this page was
 * opened takes over at once when `isNothingWaiting` says that no write would be torn (the page keeps running the old build, the
 * next load is the new one); any other waits for `applyUpdate`. While developing there is no worker: it would show old files.
 */
export async function registerWorker(isNothingWaiting: () => Promise<boolean>): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registered = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  registration = registered;
  registered.addEventListener('updatefound', () => tellWhenInstalled(registered.installing));
  tellWhenInstalled(registered.installing);
  checkForUpdates(registered);
  if (registered.waiting === null) return;
  if (await isNothingWaiting()) takeOver(registered.waiting);
  else tellReady();
}

/** Calls back when a new build is downloaded and waits for the member's word, also when it was before. Returns the way to stop. */
export function onUpdateReady(callback: () => void): () => void {
  listeners.add(callback);
  if (isUpdateReady) callback();
  return () => {
    listeners.delete(callback);
  };
}

/** The member's word: the new worker takes over and this page is loaded anew. */
export function applyUpdate(): void {
  // Another tab may have had the word first.
  if (registration?.waiting == null) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  takeOver(registration.waiting);
}

function takeOver(waiting: ServiceWorker): void {
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** The very first worker replaces nothing and is no news. */
function tellWhenInstalled(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) tellReady();
  });
}

function tellReady(): void {
  isUpdateReady = true;
  for (const listener of listeners) listener();
}

function checkForUpdates(registered: ServiceWorkerRegistration): void {
  let checkedMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedMs < updateCheckMs) return;
    checkedMs = performance.now();
    // Offline this rejects, and the next return to the front asks again.
    registered.update().catch(() => undefined);
  });
}
