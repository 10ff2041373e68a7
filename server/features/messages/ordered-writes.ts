// Runs writes that get sequence numbers, and sends their notifications in the order of these numbers.
import { publishAfter } from '#server/changes/publish-after.ts';
import type { Tx } from '#server/db/open.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { World } from '#server/world.ts';

/** Sent after the commit, to one member or to those who watch a sector. */
export interface AfterCommitNotification {
  /** A profile id, or the result of `sectorOrderKey`. */
  readonly orderKey: string;
  readonly notify: () => void;
  /** Published instead of calling `notify` if several processes share the database. */
  readonly events: readonly BusEvent[];
}

export const sectorOrderKey = (sector: string): string => `sector:${sector}`;

interface Slot {
  /** Null until the write is committed. */
  notify: (() => void) | null;
}

export type OrderedWrite = <T extends { readonly toNotify: readonly AfterCommitNotification[] }>(
  orderKeys: readonly string[],
  work: (tx: Tx, sequence: number) => Promise<T>,
) => Promise<T>;

/** Sends the notifications of each order key in sequence order. Sockets that reconnect rely on this order. */
export const createOrderedWrites = (world: Pick<World, 'changes' | 'db'>): OrderedWrite =>
  world.changes.lease === null ? writesOfOneProcess(world) : sharedWrites(world);

/** The log of changes is already in the order of the commits. */
function sharedWrites({ changes, db }: Pick<World, 'changes' | 'db'>): OrderedWrite {
  return (orderKeys, work) =>
    db.write(async (tx) => {
      const result = await work(tx, await db.nextSequence(tx, ...orderKeys));
      for (const { events } of result.toNotify) for (const event of events) publishAfter({ changes }, tx, event);
      return result;
    });
}

function writesOfOneProcess({ db }: Pick<World, 'db'>): OrderedWrite {
  const queues = new Map<string, Slot[]>();

  function removeSlot(orderKey: string, slot: Slot): void {
    const queue = (queues.get(orderKey) ?? []).filter((other) => other !== slot);
    if (queue.length === 0) queues.delete(orderKey);
    else queues.set(orderKey, queue);
  }

  function notifyFinished(orderKey: string): void {
    const queue = queues.get(orderKey) ?? [];
    while (queue[0]?.notify) queue.shift()?.notify?.();
    if (queue.length === 0) queues.delete(orderKey);
  }

  return async (orderKeys, work) => {
    const slots = new Map<string, Slot>();
    const finish = (toNotify: readonly AfterCommitNotification[]) => {
      for (const [orderKey, slot] of slots) {
        slot.notify = () => toNotify.forEach((entry) => entry.orderKey === orderKey && entry.notify());
        notifyFinished(orderKey);
      }
    };
    try {
      const result = await db.write(async (tx) => {
        const sequence = await db.nextSequence(tx, ...orderKeys);
        // Removes the slots of an earlier run, because a transaction may be retried.
        for (const [orderKey, slot] of slots) removeSlot(orderKey, slot);
        for (const orderKey of orderKeys) {
          const slot: Slot = { notify: null };
          slots.set(orderKey, slot);
          queues.set(orderKey, [...(queues.get(orderKey) ?? []), slot]);
        }
        return work(tx, sequence);
      });
      finish(result.toNotify);
      return result;
    } catch (error) {
      finish([]);
      throw error;
    }
  };
}
