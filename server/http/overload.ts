// Overload meter: a timer that fires late shows that work waits longer than allowed.

/** How often the timer fires when nothing holds it up. */
export const beatMs = 250;

export interface OverloadMeter {
  /** The timer fired. */
  beat(nowMs: number): void;
  isOverloaded(nowMs: number): boolean;
}

/**
 * Two delays in a row are an overload: one alone is a pause of the machine, whose requests are answered as soon as it is over. The
 * first timer that fires in time ends it. Times are of a clock that only grows.
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
    // The delay that is going on counts before its timer fires.
    isOverloaded: (nowMs) => wasLate && (wasLateBefore || isLate(nowMs)),
  };
}
