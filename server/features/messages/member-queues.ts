// A queue for each member: one of their tasks runs at a time, and a few more may wait.
import { problem } from '#server/http/problems.ts';

/** Problem: too-many-requests if too many tasks of the member are waiting. */
export type RunInOrder = <T>(memberId: string, task: () => Promise<T>) => Promise<T>;

export function createMemberQueues(maxWaiting: number): RunInOrder {
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
