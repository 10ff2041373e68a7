// Notes that processes on one database leave each other about their sockets. They end with their process, and may be lost at any time.

export interface Presence {
  /** Tells the other processes a note, or with null that there is none any more. */
  tell(key: string, note: string | null): void;
  /** The notes of the others, who can read by then what this process has told before. Null while they are not known. */
  notesOfOthers(key: string): Promise<readonly string[] | null>;
  /** How many of `max` this process may have. While the others are not known, all together have no more than `max`. */
  shareOf(key: string, max: number): number;
  /** Calls the listener when the others are no longer known. */
  onLost(listener: () => void): void;
}

/** In the memory of a process, for tests: each call joins one more process. */
export function memoryPresences(): () => Presence {
  const all: Map<string, string>[] = [];
  return () => {
    const own = new Map<string, string>();
    all.push(own);
    return {
      tell: (key, note) => void (note === null ? own.delete(key) : own.set(key, note)),
      notesOfOthers: async (key) => all.filter((notes) => notes !== own).flatMap((notes) => notes.get(key) ?? []),
      shareOf: (_key, max) => max,
      onLost: () => undefined,
    };
  };
}
