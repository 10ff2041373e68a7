// Keeps jobs of the same name from running at the same time in this process. postgres-turns.ts does so for several processes.

export interface Turns {
  /**
   * Runs `work`, unless this or another process that uses the database runs work of the same name. Resolves to whether it ran. If this
   * process is suspended, or cut off from the database, until another one may have taken over, later writes of `work` are refused.
   */
  inTurn(name: string, work: () => Promise<unknown>): Promise<boolean>;
}

export function localTurns(): Turns {
  const running = new Set<string>();
  return {
    async inTurn(name, work) {
      if (running.has(name)) return false;
      running.add(name);
      try {
        await work();
        return true;
      } finally {
        running.delete(name);
      }
    },
  };
}
