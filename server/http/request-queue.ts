// A queue in which requests wait for their turn. It keeps the event loop free, and refuses at once what would wait too long.

export interface RequestQueue {
  /** Null if the request can run now. Otherwise resolves when its turn comes. */
  takeTurn(): Promise<void> | null;
  /** True if the waiting work would take longer than another request may wait. */
  isFull(): boolean;
}

/** The duration of the work in one turn of the event loop, in ms. */
const turnMs = 20;
const maxPerTurn = 64;
/** The median of several measurements ignores a single pause of the machine. */
const measuredTurns = 9;

/** `now` is a monotonic time. `maxWaitMs` is the longest time that a request may have to wait. */
export function createRequestQueue(now: () => number, maxWaitMs: number): RequestQueue {
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

  /** Computes what a request usually costs. */
  function measure(turnCostMs: number): void {
    costs.push(turnCostMs);
    costs.shift();
    costMs = costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
    perTurn = Math.max(1, Math.min(maxPerTurn, Math.floor(turnMs / costMs)));
  }

  return {
    takeTurn() {
      if (begun >= perTurn) return new Promise((resolve) => waiting.push(resolve));
      begin();
      return null;
    },
    // A few requests may seem expensive only because other programs use the machine, so they are never refused.
    isFull: () => waiting.length > maxPerTurn && waiting.length * costMs > maxWaitMs,
  };
}
