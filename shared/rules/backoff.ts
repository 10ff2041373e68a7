// The delays between polling rounds while there is no socket.
const stepsSeconds = [2, 4, 8, 8, 8, 8, 16, 32, 64] as const;

/** Milliseconds to wait after `quietRounds` rounds without changes; at most 64 s. */
export const pollDelayMs = (quietRounds: number): number => 1_000 * (stepsSeconds[Math.max(0, quietRounds)] ?? 64);
