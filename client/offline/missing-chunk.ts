// Handles chunks that cannot be loaded: waits for the server and tries again, or loads the new build.
import { pollDelayMs } from '#shared/rules/backoff.ts';
import { isServerThere } from '#client/net/is-server-there.ts';

const reloadedAtKey = 'reloadedForChunk';
/** A second failure within this time is not caused by an old build, so the screen shows its error. */
const againMs = 60_000;
/** A page that is left aborts its requests. A reload within this time would undo the navigation. */
const leavingMs = 10_000;

/** `retry` shows the current screen again. */
export function recoverMissingChunks(retry: () => unknown): void {
  let leftAt = -Infinity;
  let isRecovering = false;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  addEventListener('vite:preloadError', (event) => {
    // On the original error, the router would reload at once, and without a server the browser would show its own error page.
    event.preventDefault();
    if (isRecovering || performance.now() - leftAt < leavingMs) return;
    isRecovering = true;
    void recover(retry).finally(() => (isRecovering = false));
  });
}

async function recover(retry: () => unknown): Promise<void> {
  if (await isServerThere()) return reloadOnce();
  for (let tries = 0; !(await isServerThere()); tries++) await new Promise((resolve) => setTimeout(resolve, pollDelayMs(tries)));
  await retry();
}

/** The server has a newer build that does not contain the chunk. */
function reloadOnce(): void {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  // The clock may have been set back since.
  if (Math.abs(Date.now() - reloadedAt) < againMs) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
}
