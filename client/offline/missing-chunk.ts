// Reloads the page once when a lazy chunk is gone from the server, which happens to a tab older than the kept builds.
const reloadedAtKey = 'reloadedForChunk';
/** Two failures closer together than this are no stale tab but a broken connection or build: the screen shows its error instead. */
const againMs = 60_000;

export function reloadOnceOnMissingChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (!navigator.onLine || Date.now() - reloadedAt < againMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    location.reload();
  });
}
