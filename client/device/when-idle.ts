// Runs work once the page is idle, or after a limit on a busy one.

const idleWaitMs = 3_000;

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleWaitMs });
  else setTimeout(work, idleWaitMs);
}
