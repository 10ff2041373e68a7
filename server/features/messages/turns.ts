// Turns of members: one task of each member runs at a time, and a few wait.
import { problem } from '#server/http/problems.ts';

/** Problem: too-many-requests if as many tasks of the member wait already. */
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
