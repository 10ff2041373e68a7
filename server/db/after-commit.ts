// Adds callbacks to a database that run after a transaction has been committed.
import type { Transaction } from 'kysely';

interface Writing<S> {
  write<T>(work: (tx: Transaction<S>) => Promise<T>): Promise<T>;
}

interface AfterCommit<S> {
  afterCommit(tx: Transaction<S>, work: () => void): void;
}

/** The functions are described in `Db` (open.ts). */
export function withAfterCommit<S, D extends Writing<S>>(db: D): Omit<D, 'write'> & Writing<S> & AfterCommit<S> {
  const added = new WeakMap<Transaction<S>, (() => void)[]>();
  return {
    ...db,
    async write(work) {
      // A write that is tried again has another transaction, and only the last one counts.
      const last: { tx?: Transaction<S> } = {};
      const result = await db.write((tx) => work((last.tx = tx)));
      if (last.tx !== undefined) added.get(last.tx)?.forEach((run) => run());
      return result;
    },
    afterCommit(tx, work) {
      const works = added.get(tx);
      if (works === undefined) added.set(tx, [work]);
      else works.push(work);
    },
  };
}
