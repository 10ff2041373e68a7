// Keeps the states of members' positions for processes that share a database. They contain exact points, so they are never in PostgreSQL.

export interface PositionStates {
  /** Null if the state is not there, or the store cannot be reached. */
  read(stateId: string): Promise<string | null>;
  /** Keeps a state until this time. It may be lost, or unknown to other processes: one without it uses the published cell. */
  store(stateId: string, state: string, untilMs: number): Promise<void>;
  remove(stateId: string): Promise<void>;
}

/** States in the memory of a process, for tests. */
export function memoryPositionStates({ now }: { now(): number }): PositionStates {
  const states = new Map<string, { readonly state: string; readonly untilMs: number }>();
  return {
    async read(stateId) {
      const stored = states.get(stateId);
      return stored !== undefined && stored.untilMs > now() ? stored.state : null;
    },
    store: async (stateId, state, untilMs) => void states.set(stateId, { state, untilMs }),
    remove: async (stateId) => void states.delete(stateId),
  };
}
