// Overload meter: a timer that fires late shows that work waits longer than allowed.

/** The interval of the timer. */
export const beatMs = 250;

export interface OverloadMeter {
  /** To be called by the timer. */
  beat(nowMs: number): void;
  isOverloaded(nowMs: number): boolean;
}

/**
 * Two late timers in a row are an overload; a single one is a pause of the machine. The first timely timer ends the overload.
 * Uses monotonic times.
 */
export function createOverloadMeter(startMs: number, maxDelayMs: number): OverloadMeter {
  let dueMs = startMs + beatMs;
  let wasLate = false;
  let wasLateBefore = false;
  const isLate = (nowMs: number) => nowMs - dueMs > maxDelayMs;
  return {
    beat(nowMs) {
      wasLateBefore = wasLate;
      wasLate = isLate(nowMs);
      dueMs = nowMs + beatMs;
    },
    // A running delay counts before its timer fires.
    isOverloaded: (nowMs) => wasLate && (wasLateBefore || isLate(nowMs)),
  };
}
