// Pings open connections one after the other, spread over the interval, and drops those that do not answer.

export interface HeartbeatParts<C> {
  /** Each connection is pinged once in this time. */
  readonly everyMs: number;
  /** A connection that does not answer a ping within this time is dropped. */
  readonly answerWithinMs: number;
  readonly ping: (connection: C) => void;
  readonly drop: (connection: C) => void;
}

export interface Heartbeat<C> {
  add(connection: C): void;
  remove(connection: C): void;
  /** Call it when the connection has answered. */
  markAlive(connection: C): void;
  stop(): void;
}

/** With the maximum number of connections, a slice pings about thirty. */
const maxSlices = 120;
const minSliceMs = 250;

export function startHeartbeat<C>({ everyMs, answerWithinMs, ping, drop }: HeartbeatParts<C>): Heartbeat<C> {
  const sliceMs = Math.max(minSliceMs, everyMs / maxSlices);
  const slices = Array.from({ length: Math.max(2, Math.round(everyMs / sliceMs)) }, () => new Set<C>());
  // Counted in slices, because a late timer then also delays the deadline, and a pause of the server drops nobody.
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
      const smallest = slices.reduce((least, slice) => (slice.size < least.size ? slice : least));
      sliceOf.set(connection, smallest.add(connection));
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
