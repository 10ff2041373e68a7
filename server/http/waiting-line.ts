// The line in which requests wait for their turn, so that the event loop stays free and what would wait too long is refused at once.

export interface WaitingLine {
  /** Null if it is the request's turn now; otherwise resolves when its turn comes. */
  takeTurn(): Promise<void> | null;
  /** True while the work that waits now is more than a further request may wait for. */
  isFull(): boolean;
}

/** The work of one turn of the event loop, in ms. */
const turnMs = 20;
const maxPerTurn = 64;
/** One pause of the machine is in one measurement, and the median of several ignores it. */
const measuredTurns = 9;

/** `now` is a monotonic time; `maxWaitMs` the longest that a request may have to wait. */
export function createWaitingLine(now: () => number, maxWaitMs: number): WaitingLine {
  const waiting: (() => void)[] = [];
  const costs = Array.from({ length: measuredTurns }, () => 0);
  let costMs = 0;
  let perTurn = maxPerTurn;
  let begun = 0;
  let turnBeganMs = 0;

  function begin(): void {
    if (begun === 0) {
      turnBeganMs = now();
      setImmediate(endTurn);
    }
    begun += 1;
  }

  function endTurn(): void {
    measure((now() - turnBeganMs) / begun);
    begun = 0;
    for (const resolve of waiting.splice(0, perTurn)) {
      begin();
      resolve();
    }
  }

  /** Sets what one request usually costs. */
  function measure(turnCostMs: number): void {
    costs.push(turnCostMs);
    costs.shift();
    costMs = costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
    perTurn = Math.max(1, Math.min(maxPerTurn, Math.floor(turnMs / costMs)));
  }

  return {
    takeTurn() {
      if (waiting.length > 0 || begun >= perTurn) return new Promise((resolve) => waiting.push(resolve));
      begin();
      return null;
    },
    // A few requests only seem to cost much while other programs use the machine.
    isFull: () => waiting.length > maxPerTurn && waiting.length * costMs > maxWaitMs,
  };
}
