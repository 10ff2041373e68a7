// Publishes the events of a transaction once it is committed.
import type { Tx } from '#server/db/open.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { Changes } from './changes.ts';

/** Publishes the event once the transaction is committed, in the order of the calls, and before its write resolves. */
export const publishAfter = ({ changes }: { readonly changes: Changes }, tx: Tx, event: BusEvent): void => changes.add(tx, event);
