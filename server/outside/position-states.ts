// Keeps the states of members' positions for processes that share a database. They contain exact points, so they are never in PostgreSQL.

export interface PositionStates {
  /** Null if the state is not there, or the store cannot be reached. */
  read(stateId: string): Promise<string | null>;
  /** Keeps a state until this time. It may be lost at any time: the next one then begins with the published cell. */
  store(stateId: string, state: string, untilMs: number): Promise<void>;
  remove(stateId: string): Promise<void>;
}

/** In the memory of a process, for tests. */
export function memoryPositionStates(): PositionStates {
  const states = new Map<string, string>();
  return {
    read: async (stateId) => states.get(stateId) ?? null,
    store: async (stateId, state) => void states.set(stateId, state),
    remove: async (stateId) => void states.delete(stateId),
  };
}
