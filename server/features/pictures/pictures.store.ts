// Rows of pictures, with the lists and decisions that decide on their visibility.
import type { Kysely, Selectable } from 'kysely';
import type { PicturesTable, Schema } from '#server/db/schema.ts';

export interface ListedPicture {
  readonly id: string;
  readonly profileId: string;
  /** In pixels, of the upright picture at full size. */
  readonly widthPx: number;
  readonly createdMs: number;
  readonly isPublic: boolean;
  readonly isPrivate: boolean;
  /** True when the profile it belongs to has a public name. */
  readonly isOwnerNamed: boolean;
  /** True when a decision shows it only to its owner. */
  readonly isWithheld: boolean;
}

export interface PlaceInLists {
  readonly isPrivate: boolean;
  readonly at: number;
}

/** Reads and writes on one handle: the database's, or a transaction's. */
export function createPicturesStore(db: Kysely<Schema>) {
  const listed = db
    .selectFrom('pictures')
    .innerJoin('profiles', 'profiles.id', 'pictures.profile_id')
    .select([
      'pictures.id',
      'pictures.profile_id',
      'pictures.width',
      'pictures.created_ms',
      'profiles.pic_ids',
      'profiles.pic_ids_private',
      'profiles.profilename',
      (row) =>
        row
          .selectFrom('hidden_items')
          .select('hidden_items.state')
          .where('hidden_items.kind', '=', 'picture')
          .whereRef('hidden_items.item_id', '=', 'pictures.id')
          .where('hidden_items.state', '!=', 'lifting')
          .as('withheld'),
    ]);

  return {
    async find(id: string): Promise<ListedPicture | null> {
      const row = await listed.where('pictures.id', '=', id).executeTakeFirst();
      return row ? listedPictureOf(row) : null;
    },

    /** Its place in its profile's lists; null when it is in none. */
    async placeOf(id: string): Promise<PlaceInLists | null> {
      const row = await listed.where('pictures.id', '=', id).executeTakeFirst();
      if (row === undefined) return null;
      for (const list of ['pic_ids', 'pic_ids_private'] as const) {
        const at = (JSON.parse(row[list]) as string[]).indexOf(id);
        if (at >= 0) return { isPrivate: list === 'pic_ids_private', at };
      }
      return null;
    },

    async insert(row: PicturesTable): Promise<void> {
      await db.insertInto('pictures').values(row).execute();
    },

    /** Removes one of a profile's own; true when there was one. */
    async remove(id: string, profileId: string): Promise<boolean> {
      const result = await db.deleteFrom('pictures').where('id', '=', id).where('profile_id', '=', profileId).executeTakeFirst();
      return Number(result.numDeletedRows) > 0;
    },

    /** Adds to the bytes of a picture; true when it exists. */
    async grow(id: string, bytes: number): Promise<boolean> {
      const counted = db.updateTable('pictures').set((of) => ({ bytes: of('bytes', '+', bytes) }));
      return Number((await counted.where('id', '=', id).executeTakeFirst()).numUpdatedRows) > 0;
    },

    /** The number of a profile's pictures, and their bytes in all sizes together. */
    async kept(profileId: string): Promise<{ count: number; bytes: number }> {
      const row = await db
        .selectFrom('pictures')
        .select((of) => [of.fn.countAll<number | string>().as('count'), of.fn.sum<number | string | null>('bytes').as('bytes')])
        .where('profile_id', '=', profileId)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },

    /** The next pictures by id, to walk through all in short reads. */
    async after(id: string, size: number): Promise<ListedPicture[]> {
      const rows = await listed.where('pictures.id', '>', id).orderBy('pictures.id').limit(size).execute();
      return rows.map(listedPictureOf);
    },

    /** Those of the ids that have a row. */
    async existing(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('pictures')
        .select('id')
        .where('id', 'in', [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}

type ListedRow = Pick<Selectable<PicturesTable>, 'id' | 'profile_id' | 'width' | 'created_ms'> & {
  readonly pic_ids: string;
  readonly pic_ids_private: string;
  readonly profilename: string;
  readonly withheld: string | null;
};

const listedPictureOf = (row: ListedRow): ListedPicture => ({
  id: row.id,
  profileId: row.profile_id,
  widthPx: row.width,
  createdMs: row.created_ms,
  // An id is a UUID, so it occurs in the JSON of a list only as an entry.
  isPublic: row.pic_ids.includes(row.id),
  isPrivate: row.pic_ids_private.includes(row.id),
  isOwnerNamed: row.profilename !== '',
  isWithheld: row.withheld !== null,
});
