// Pings open connections in turn, spread evenly over the interval, and drops those that do not answer.

export interface HeartbeatParts<C> {
  /** Every connection is pinged once in this time. */
  readonly everyMs: number;
  /** A connection without an answer for this long after a ping is dropped. */
  readonly answerWithinMs: number;
  readonly ping: (connection: C) => void;
  readonly drop: (connection: C) => void;
}

export interface Heartbeat<C> {
  add(connection: C): void;
  remove(connection: C): void;
  /** The connection has answered. */
  markAlive(connection: C): void;
  stop(): void;
}

/** With the most connections that a server takes, a slice pings about thirty. */
const maxSlices = 120;
const minSliceMs = 250;

export function startHeartbeat<C>({ everyMs, answerWithinMs, ping, drop }: HeartbeatParts<C>): Heartbeat<C> {
  const sliceMs = Math.max(minSliceMs, everyMs / maxSlices);
  const slices = Array.from({ length: Math.max(2, Math.round(everyMs / sliceMs)) }, () => new Set<C>());
  // A late timer delays this deadline too, so that a pause of the server drops nobody.
  const answerSlices = Math.min(slices.length - 1, Math.ceil(answerWithinMs / sliceMs));
  const sliceOf = new Map<C, Set<C>>();
  const awaited = new Set<C>();
  let turn = 0;

  const sliceAt = (index: number): Set<C> => slices[(index + slices.length) % slices.length] ?? new Set();

  const timer = setInterval(() => {
    for (const connection of sliceAt(turn - answerSlices)) if (awaited.has(connection)) drop(connection);
    for (const connection of sliceAt(turn)) {
      awaited.add(connection);
      ping(connection);
    }
    turn = (turn + 1) % slices.length;
  }, sliceMs);
  timer.unref();

  return {
    add(connection) {
      const lightest = slices.reduce((least, slice) => (slice.size < least.size ? slice : least));
      sliceOf.set(connection, lightest.add(connection));
    },
    remove(connection) {
      sliceOf.get(connection)?.delete(connection);
      sliceOf.delete(connection);
      awaited.delete(connection);
    },
    markAlive: (connection) => void awaited.delete(connection),
    stop: () => clearInterval(timer),
  };
}
