// Stores last visits, and finds the visits that a restart has interrupted and the members who do not show theirs.
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

export function createVisitsStore(db: Kysely<Schema>) {
  return {
    async membersWithoutVisits(): Promise<string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('profile_id')
        .where('preferences', 'like', '%"showOnline":false%')
        .execute();
      return rows.map(({ profile_id }) => profile_id);
    },

    async newestVisitMs(): Promise<number | null> {
      const newest = db.selectFrom('sessions').select((e) => e.fn.max<number | null>('seen_ms').as('newest_ms'));
      return (await newest.executeTakeFirstOrThrow()).newest_ms;
    },

    /** The newest visits that are not in the profiles, since the last run ended before their slots: the last uses of sessions. */
    async unpublished({
      nowMs,
      newestMs,
      slotMs,
    }: {
      readonly nowMs: number;
      readonly newestMs: number;
      readonly slotMs: number;
    }): Promise<{ readonly id: string; readonly at_ms: number }[]> {
      return db
        .selectFrom('sessions')
        .innerJoin('profiles', 'profiles.id', 'sessions.profile_id')
        .where('sessions.seen_ms', '>', Math.min(newestMs, nowMs) - 2 * slotMs)
        .where('sessions.seen_ms', '<=', nowMs)
        .where('sessions.seen_ms', '>=', (e) => e('profiles.seen_ms', '+', slotMs))
        .groupBy('profiles.id')
        .select((e) => ['profiles.id', e.fn.max<number>('sessions.seen_ms').as('at_ms')])
        .execute();
    },

    async store(visits: readonly { readonly id: string; readonly seen_ms: number }[]): Promise<void> {
      for (const { id, seen_ms } of visits) await db.updateTable('profiles').set({ seen_ms }).where('id', '=', id).execute();
    },
  };
}
