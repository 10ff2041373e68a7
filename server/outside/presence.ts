// Values that processes on one database publish to each other about their sockets. They end with their process, and may be lost at any time.

export interface Presence {
  /** Publishes a value to the other processes. Null removes it. */
  publish(key: string, value: string | null): void;
  /** The values of the others, who by then can read what this process published before. Null while they are not known. */
  valuesOfOthers(key: string): Promise<readonly string[] | null>;
  /** How many of `max` this process may have. While the others are not known, all together have no more than `max`. */
  shareOf(key: string, max: number): number;
  /** Calls the listener when the others are no longer known. */
  onLost(listener: () => void): void;
}

/** Values in the memory of a process, for tests: each call joins one more process. */
export function memoryPresences(): () => Presence {
  const all: Map<string, string>[] = [];
  return () => {
    const own = new Map<string, string>();
    all.push(own);
    return {
      publish: (key, value) => void (value === null ? own.delete(key) : own.set(key, value)),
      valuesOfOthers: async (key) => all.filter((values) => values !== own).flatMap((values) => values.get(key) ?? []),
      shareOf: (_key, max) => max,
      onLost: () => undefined,
    };
  };
}
