// Stores last visits, and finds the members who do not show theirs.
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

    async store(visits: readonly { readonly id: string; readonly seen_ms: number }[]): Promise<void> {
      for (const { id, seen_ms } of visits) await db.updateTable('profiles').set({ seen_ms }).where('id', '=', id).execute();
    },
  };
}
