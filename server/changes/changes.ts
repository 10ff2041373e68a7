// Publishes the changes of transactions to this process, or to all processes that share the database.
import type { Db, Tx } from '#server/db/open.ts';
import type { Bus, BusEvent } from '#server/outside/bus.ts';

export interface Changes {
  /**
   * Publishes the event on the bus once the transaction is committed, in the order of the calls. Its write resolves afterwards; with
   * several processes, it waits only for urgent events.
   */
  add(tx: Tx, event: BusEvent): void;
  /** Publishes an event that belongs to no transaction. It is lost if the process ends. Resolves when a write with it would. */
  publish(event: BusEvent): Promise<void> | void;
  /** Null for a process that runs alone, which always knows what has changed. */
  readonly lease: Lease | null;
  /** Call it when all listeners are on the bus. Resolves once this process knows all changes and may answer members. */
  start(): Promise<void>;
  /** Resolves once no change is being read or written any more, so that the database may be closed. */
  close(): Promise<void>;
}

/** A process that shares its database answers members only while it has a lease, so that nobody waits for a process that has stopped. */
export interface Lease {
  /** The number of the lease. Null without one. Between two equal numbers this process has known all changes that others waited for. */
  term(): number | null;
  /** Calls the listener when the lease is lost. */
  onLost(listener: () => void): void;
}

/** The returned function says whether this process has known all changes since this call. */
export function knowingChanges(lease: Lease | null): () => boolean {
  const begun = lease?.term();
  return () => lease === null || (begun !== null && lease.term() === begun);
}

/** For a process that runs alone. */
export function localChanges({ db, bus }: { readonly db: Pick<Db, 'afterCommit'>; readonly bus: Bus }): Changes {
  return {
    add: (tx, event) => db.afterCommit(tx, () => bus.publish(event)),
    publish: bus.publish,
    lease: null,
    start: async () => undefined,
    close: bus.settled,
  };
}
