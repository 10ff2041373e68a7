// Reloads the page once when a lazy chunk is gone from the server, which happens to a tab older than the builds kept there.
const reloadedAtKey = 'reloadedForChunk';
/** Two failures closer together than this are no stale tab but a broken connection or build: the screen shows its error instead. */
const againMs = 60_000;
/** A page that is left gives up what it is loading. A reload would undo the member's navigation. */
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
