// Reloads a tab of an old build once when the server no longer has its lazy chunk.
const reloadedAtKey = 'reloadedForChunk';
/** A second failure within this time is not due to an old build: the screen shows its error. */
const againMs = 60_000;
/** Leaving a page aborts its requests; a reload within this time would undo the navigation. */
const leavingMs = 10_000;

export function reloadOnceOnMissingChunk(): void {
  let leftAt = -Infinity;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (!navigator.onLine || Date.now() - reloadedAt < againMs || performance.now() - leftAt < leavingMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    location.reload();
  });
}
