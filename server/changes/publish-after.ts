// Publishes what a transaction makes true, when it is true.
import type { Tx } from '#server/db/open.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { World } from '#server/world.ts';

/** Publishes the event once the transaction is committed, in the order of the calls, and before its write resolves. */
export function publishAfter({ db, bus }: Pick<World, 'bus' | 'db'>, tx: Tx, event: BusEvent): void {
  db.afterCommit(tx, () => bus.publish(event));
}
