// Waits, frame by frame, until something is reached, or for the longest time.

export async function waitUntil(isReached: () => boolean, ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (!isReached() && performance.now() < endMs) await new Promise(requestAnimationFrame);
}
