// Measures how long ago something was, by two clocks: one stops while the device sleeps, and the other may be set back.

export const now = () => ({ clockMs: Date.now(), monotonicMs: performance.now() });

export function msSince(before: ReturnType<typeof now>): number {
  const { clockMs, monotonicMs } = now();
  return Math.max(clockMs - before.clockMs, monotonicMs - before.monotonicMs);
}
