// Waits for a condition, which is checked in every frame.

/** Resolves as soon as the condition is true, but after `ms` at the latest. */
export async function waitUntil(holds: () => boolean, ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (!holds() && performance.now() < endMs) await new Promise(requestAnimationFrame);
}
