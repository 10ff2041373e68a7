// Waits for a condition, which is checked in every frame.

/** Resolves as soon as the condition holds, and after `ms` in any case. */
export async function waitUntil(holds: () => boolean, ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (!holds() && performance.now() < endMs) await new Promise(requestAnimationFrame);
}
