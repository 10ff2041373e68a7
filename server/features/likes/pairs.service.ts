// What is kept between two members and what parts them come one after the other, so that neither overtakes the other.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';

/** Call it first in a write that keeps something between two members, or parts them. */
export const lockPair = ({ db }: Pick<World, 'db'>, tx: Tx, a: string, b: string): Promise<void> =>
  db.lock(tx, `pair:${[a, b].toSorted().join(':')}`);

/** Whether one of the two blocks the other, as this write sees it. */
export async function isBlockedBetween(tx: Tx, a: string, b: string): Promise<boolean> {
  const row = await tx
    .selectFrom('likes')
    .select('liker_id')
    .where('is_blocked', '=', 1)
    .where('liker_id', 'in', [a, b])
    .where('liked_id', 'in', [a, b])
    .executeTakeFirst();
  return row !== undefined;
}
