// Stores muted conversations, one row for each member and the peer they muted.
import type { Kysely, Selectable } from 'kysely';
import type { Mute } from '#shared/contract/mutes.ts';
import type { Schema } from '#server/db/schema.ts';
import { countChanged, hasRow } from '#server/db/row-counts.ts';
import { sliceRows } from '#server/db/slices.ts';

/** Expired mutes are ignored. */
export function createMutesStore(db: Kysely<Schema>) {
  const unexpired = (profileId: string, nowMs: number) =>
    db
      .selectFrom('mutes')
      .where('profile_id', '=', profileId)
      .where((row) => row.or([row('until_ms', 'is', null), row('until_ms', '>', nowMs)]));

  return {
    async of(profileId: string, nowMs: number): Promise<Mute[]> {
      const rows = await unexpired(profileId, nowMs).selectAll().orderBy('peer_id').execute();
      return rows.map(({ peer_id, until_ms }) => ({ profileId: peer_id, tsUntil: until_ms }));
    },

    async isMuted(profileId: string, peerId: string, nowMs: number): Promise<boolean> {
      return hasRow(unexpired(profileId, nowMs).select('peer_id').where('peer_id', '=', peerId));
    },

    async put(row: Selectable<Schema['mutes']>): Promise<void> {
      await db
        .insertInto('mutes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['profile_id', 'peer_id']).doUpdateSet({ until_ms: row.until_ms }))
        .execute();
    },

    async remove(profileId: string, peerId: string): Promise<void> {
      await db.deleteFrom('mutes').where('profile_id', '=', profileId).where('peer_id', '=', peerId).execute();
    },

    /** Removes at most one slice; returns the number of removed rows. */
    async removeEnded(nowMs: number): Promise<number> {
      const key = ['profile_id', 'peer_id'] as const;
      const ended = db.selectFrom('mutes').select(key).where('until_ms', '<=', nowMs).limit(sliceRows);
      const removed = db.deleteFrom('mutes').where(({ eb, refTuple }) => eb(refTuple(...key), 'in', ended.$asTuple(...key)));
      return countChanged(removed);
    },

    async removeBetween(a: string, b: string): Promise<void> {
      await db.deleteFrom('mutes').where('profile_id', 'in', [a, b]).where('peer_id', 'in', [a, b]).execute();
    },
  };
}
