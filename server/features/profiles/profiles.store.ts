// Rows of profiles; a row becomes an entity here and nowhere else.
import type { Kysely, Selectable } from 'kysely';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { ProfilesTable, Schema } from '../../db/schema.ts';

export interface StoredProfile extends Omit<Selectable<ProfilesTable>, 'pic_ids' | 'pic_ids_private' | 'characteristics'> {
  readonly picIds: readonly string[];
  readonly picIdsPrivate: readonly string[];
  readonly characteristics: readonly string[];
}

/** What a member can change of his profile; a field that is left out stays as it is. */
export type ProfileFields = Partial<
  Pick<
    StoredProfile,
    | 'profilename'
    | 'picIds'
    | 'picIdsPrivate'
    | 'birthdate'
    | 'height'
    | 'weight'
    | 'height_cm'
    | 'weight_kg'
    | 'description'
    | 'characteristics'
  >
>;

export const listOf = (json: string): string[] => JSON.parse(json) as string[];

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

    /** Counts the version up by one. */
    async change(
      id: string,
      { picIds, picIdsPrivate, characteristics, ...fields }: ProfileFields,
      nowMs: number,
    ): Promise<StoredProfile> {
      const row = await db
        .updateTable('profiles')
        .set({
          ...fields,
          ...(picIds === undefined ? {} : { pic_ids: JSON.stringify(picIds) }),
          ...(picIdsPrivate === undefined ? {} : { pic_ids_private: JSON.stringify(picIdsPrivate) }),
          ...(characteristics === undefined ? {} : { characteristics: JSON.stringify(characteristics) }),
          updated_ms: nowMs,
        })
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return storedProfileOf(row);
    },

    async rolesOf(accountId: string): Promise<AccountRole[]> {
      const row = await db.selectFrom('accounts').select('roles').where('id', '=', accountId).executeTakeFirst();
      return row ? (JSON.parse(row.roles) as AccountRole[]) : [];
    },

    /** How many of these pictures are the profile's own. */
    async ownPictures(profileId: string, pictureIds: readonly string[]): Promise<number> {
      if (pictureIds.length === 0) return 0;
      const { count } = await db
        .selectFrom('pictures')
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .where('profile_id', '=', profileId)
        .where('id', 'in', [...pictureIds])
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async seen(id: string, nowMs: number): Promise<void> {
      await db.updateTable('profiles').set({ seen_ms: nowMs }).where('id', '=', id).execute();
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
