// Measures how long ago something was, by two clocks: one stops while the device sleeps, and the other may be set back.

export const readClocks = () => ({ clockMs: Date.now(), monotonicMs: performance.now() });

export function msSince(before: ReturnType<typeof readClocks>): number {
  const { clockMs, monotonicMs } = readClocks();
  return Math.max(clockMs - before.clockMs, monotonicMs - before.monotonicMs);
}
