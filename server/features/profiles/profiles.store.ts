// Stores profiles.
import type { Kysely, Selectable } from 'kysely';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { pageOf, type Page, type Scan, type ScanKey } from '#server/db/scan.ts';
import type { ProfilesTable, Schema } from '#server/db/schema.ts';
import { countRows } from '#server/db/row-counts.ts';

export interface StoredProfile extends Omit<Selectable<ProfilesTable>, 'pic_ids' | 'pic_ids_private' | 'characteristics'> {
  readonly picIds: readonly string[];
  /** In the order of `picIds`. Empty for pictures that have no placeholder. */
  readonly picPlaceholders: readonly string[];
  readonly picIdsPrivate: readonly string[];
  readonly picPlaceholdersPrivate: readonly string[];
  readonly characteristics: readonly string[];
}

/** The columns of briefs, and of the conditions that decide who is listed. */
const listedColumns = [
  'id',
  'profilename',
  'pic_ids',
  'birthdate',
  'height',
  'weight',
  'height_cm',
  'weight_kg',
  'characteristics',
  'is_test',
  'seen_ms',
  'shown_updated_ms',
] as const satisfies readonly (keyof ProfilesTable)[];

export type ListedProfile = Pick<
  StoredProfile,
  Exclude<(typeof listedColumns)[number], 'pic_ids' | 'characteristics'> | 'picIds' | 'picPlaceholders' | 'characteristics'
>;

/** The fields that a member can change. Fields that are not given stay as they are. */
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

/** The fields that decide, besides blocks, who can open a profile. */
export type ProfileIdentity = Pick<StoredProfile, 'id' | 'profilename'>;

const listOf = (json: string): string[] => JSON.parse(json) as string[];

type WithPictures = Pick<Selectable<ProfilesTable>, 'id' | 'pic_ids'> & Partial<Pick<ProfilesTable, 'pic_ids_private'>>;

/** Placeholders by picture id. */
type Placeholders = ReadonlyMap<string, string>;

const placeholdersFor = (picIds: readonly string[], placeholders: Placeholders): string[] =>
  picIds.map((id) => placeholders.get(id) ?? '');

const storedProfileOf = (
  { pic_ids, pic_ids_private, characteristics, ...row }: Selectable<ProfilesTable>,
  placeholders: Placeholders,
): StoredProfile => ({
  ...row,
  picIds: listOf(pic_ids),
  picPlaceholders: placeholdersFor(listOf(pic_ids), placeholders),
  picIdsPrivate: listOf(pic_ids_private),
  picPlaceholdersPrivate: placeholdersFor(listOf(pic_ids_private), placeholders),
  characteristics: listOf(characteristics),
});

export function createProfilesStore(db: Kysely<Schema>) {
  /** Reads the placeholders only for profiles that have pictures. */
  async function placeholdersOf(profiles: readonly WithPictures[]): Promise<Placeholders> {
    const ids = profiles.filter((row) => row.pic_ids !== '[]' || (row.pic_ids_private ?? '[]') !== '[]').map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('pictures').select(['id', 'placeholder']).where('profile_id', 'in', ids).execute();
    return new Map(rows.map(({ id, placeholder }) => [id, placeholder]));
  }

  return {
    async find(id: string, isWanted: (identity: ProfileIdentity) => boolean = () => true): Promise<StoredProfile | null> {
      const row = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst();
      return row && isWanted(row) ? storedProfileOf(row, await placeholdersOf([row])) : null;
    },

    async identity(id: string): Promise<ProfileIdentity | null> {
      return (await db.selectFrom('profiles').select(['id', 'profilename']).where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** The fields for details, ordered by id, without unknown ids. */
    findAll: (ids: readonly string[]) =>
      db
        .selectFrom('profiles')
        .select(['id', 'profilename', 'description', 'seen_ms'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute(),

    /** Increments the version. The time of a change that others cannot see is not shown to them. */
    async change(
      id: string,
      { picIds, picIdsPrivate, characteristics, ...fields }: ProfileFields,
      { nowMs, isVisible }: { readonly nowMs: number; readonly isVisible: boolean },
    ): Promise<StoredProfile> {
      const row = await db
        .updateTable('profiles')
        .set({
          ...fields,
          ...(picIds === undefined ? {} : { pic_ids: JSON.stringify(picIds) }),
          ...(picIdsPrivate === undefined ? {} : { pic_ids_private: JSON.stringify(picIdsPrivate) }),
          ...(characteristics === undefined ? {} : { characteristics: JSON.stringify(characteristics) }),
          updated_ms: nowMs,
          ...(isVisible ? { shown_updated_ms: nowMs } : {}),
        })
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return storedProfileOf(row, await placeholdersOf([row]));
    },

    async rolesOf(accountId: string): Promise<AccountRole[]> {
      const row = await db.selectFrom('accounts').select('roles').where('id', '=', accountId).executeTakeFirst();
      return row ? (JSON.parse(row.roles) as AccountRole[]) : [];
    },

    /** How many of the pictures are the profile's own, without withheld ones and those of conversations. */
    async countOwnPictures(profileId: string, pictureIds: readonly string[]): Promise<number> {
      if (pictureIds.length === 0) return 0;
      const pictures = db
        .selectFrom('pictures')
        .where('profile_id', '=', profileId)
        .where('id', 'in', [...pictureIds])
        .where('chat_with', 'is', null)
        .where((picture) =>
          picture.not(
            picture.exists(
              picture
                .selectFrom('hidden_items')
                .select('hidden_items.item_id')
                .where('hidden_items.kind', '=', 'picture')
                .whereRef('hidden_items.item_id', '=', 'pictures.id')
                .where('hidden_items.state', '!=', 'lifting'),
            ),
          ),
        );
      return countRows(pictures);
    },

    /** A page of a scan that reads each profile once, with those for which `isListed` holds. */
    async listedPage(
      { key }: Scan,
      after: ScanKey,
      { size, isListed }: { readonly size: number; readonly isListed: (profileId: string) => boolean },
    ): Promise<Page<ListedProfile>> {
      const all = await db
        .selectFrom('profiles')
        .select([...listedColumns, key.as('key')])
        .where(key, '>', after)
        .orderBy(key)
        .limit(size)
        .execute();
      const rows = all.filter(({ id }) => isListed(id));
      const placeholders = await placeholdersOf(rows);
      const listed = rows.map(({ pic_ids, characteristics, ...row }) => {
        const picIds = listOf(pic_ids);
        const picPlaceholders = placeholdersFor(picIds, placeholders);
        return { ...row, picIds, picPlaceholders, characteristics: listOf(characteristics) };
      });
      return pageOf(all, size, listed);
    },

    async birthdatesPage({ key }: Scan, after: ScanKey, size: number): Promise<Page<{ id: string; birthdate: string | null }>> {
      const rows = db
        .selectFrom('profiles')
        .select(['id', 'birthdate', key.as('key')])
        .where(key, '>', after);
      const all = await rows.orderBy(key).limit(size).execute();
      return pageOf(all, size, all);
    },

    async birthdates(ids: readonly string[]): Promise<Map<string, string | null>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('profiles')
        .select(['id', 'birthdate'])
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map(({ id, birthdate }) => [id, birthdate]));
    },

    async reducedBriefs(ids: readonly string[]): Promise<Map<string, ReducedBrief>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('profiles')
        .select(['id', 'profilename', 'pic_ids'])
        .where('id', 'in', [...ids])
        .execute();
      const placeholders = await placeholdersOf(rows);
      return new Map(
        rows.map(({ id, profilename, pic_ids }) => {
          const profilePicIds = listOf(pic_ids);
          const picPlaceholders = placeholdersFor(profilePicIds, placeholders);
          return [id, { profileId: id, session: null, profileName: profilename, profilePicIds, picPlaceholders }];
        }),
      );
    },
  };
}
