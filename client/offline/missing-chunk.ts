// Recovers from a missing part of the build: waits for the server and tries again, or loads the new build.
import { pollDelayMs } from '#shared/rules/backoff.ts';
import { isServerThere } from '#client/net/is-server-there.ts';

const reloadedAtKey = 'reloadedForChunk';
/** A second failure within this time is not due to an old build: the screen shows its error. */
const againMs = 60_000;
/** Leaving a page aborts its requests; a reload within this time would undo the navigation. */
const leavingMs = 10_000;

/** `retry` shows the current screen again. */
export function recoverMissingChunks(retry: () => unknown): void {
  let leftAt = -Infinity;
  let isRecovering = false;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  addEventListener('vite:preloadError', (event) => {
    // The router reloads on the original error at once, without a server into the browser's error page.
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

/** The server has a newer build, without that part. */
function reloadOnce(): void {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - reloadedAt < againMs) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
}
