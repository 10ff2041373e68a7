// Locks a pair of members, and reads in a transaction whether one of them blocks the other.
import type { Tx } from '#server/db/open.ts';
import { hasRow } from '#server/db/row-counts.ts';
import type { World } from '#server/world.ts';

/** Call it first in a write that concerns two members or hides them from each other. */
export const lockPair = ({ db }: Pick<World, 'db'>, tx: Tx, a: string, b: string): Promise<void> =>
  db.lock(tx, `pair:${[a, b].toSorted().join(':')}`);

export async function isBlockedBetween(tx: Tx, a: string, b: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('likes')
      .select('liker_id')
      .where('is_blocked', '=', 1)
      .where('liker_id', 'in', [a, b])
      .where('liked_id', 'in', [a, b]),
  );
}
