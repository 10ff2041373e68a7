// Runs one task of each member at a time, and lets a few more wait.
import { problem } from '#server/http/problems.ts';

/** Problem: too-many-requests if too many tasks of the member are waiting. */
export type InTurn = <T>(memberId: string, task: () => Promise<T>) => Promise<T>;

export function createTurns(maxWaiting: number): InTurn {
  const members = new Map<string, { pending: number; last: Promise<unknown> }>();
  return async (memberId, task) => {
    const turns = members.get(memberId) ?? { pending: 0, last: Promise.resolve() };
    if (turns.pending > maxWaiting) throw problem('too-many-requests', { retryAfterSeconds: 1 });
    members.set(memberId, turns);
    turns.pending += 1;
    const own = turns.last.then(task);
    turns.last = own.catch(() => undefined);
    try {
      return await own;
    } finally {
      turns.pending -= 1;
      if (turns.pending === 0) members.delete(memberId);
    }
  };
}
