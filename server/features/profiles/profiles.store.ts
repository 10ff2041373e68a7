// Rows of profiles; a row becomes an entity here and nowhere else.
import type { Kysely, Selectable } from 'kysely';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { ProfilesTable, Schema } from '../../db/schema.ts';

export interface StoredProfile extends Omit<Selectable<ProfilesTable>, 'pic_ids' | 'pic_ids_private' | 'characteristics'> {
  readonly picIds: readonly string[];
  readonly picIdsPrivate: readonly string[];
  readonly characteristics: readonly string[];
}

const listOf = (json: string): string[] => JSON.parse(json) as string[];

export const storedProfileOf = ({
  pic_ids,
  pic_ids_private,
  characteristics,
  ...row
}: Selectable<ProfilesTable>): StoredProfile => ({
  ...row,
  picIds: listOf(pic_ids),
  picIdsPrivate: listOf(pic_ids_private),
  characteristics: listOf(characteristics),
});

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createProfilesStore(db: Kysely<Schema>) {
  return {
    async find(id: string): Promise<StoredProfile | null> {
      const row = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? storedProfileOf(row) : null;
    },

    /** Profiles in the order of their ids, from after `afterId` on. */
    async pageOf(afterId: string, size: number): Promise<StoredProfile[]> {
      const rows = await db.selectFrom('profiles').selectAll().where('id', '>', afterId).orderBy('id').limit(size).execute();
      return rows.map(storedProfileOf);
    },

    async reducedBriefs(ids: readonly string[]): Promise<Map<string, ReducedBrief>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('profiles')
        .select(['id', 'profilename', 'pic_ids'])
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map((row) => [
          row.id,
          { profileId: row.id, session: null, profileName: row.profilename, profilePicIds: listOf(row.pic_ids) },
        ]),
      );
    },
  };
}
