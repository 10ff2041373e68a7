// Stores pictures, and reads them with the lists and decisions that determine who may see them.
import type { Insertable, Kysely, Selectable } from 'kysely';
import { listsId } from '#server/db/json-list.ts';
import type { PicturesTable, Schema } from '#server/db/schema.ts';
import { countRows, hasChanged } from '#server/db/row-counts.ts';

export interface ListedPicture {
  readonly id: string;
  readonly profileId: string;
  /** The width in pixels of the full-size picture, after rotation. */
  readonly widthPx: number;
  readonly createdMs: number;
  /** The other member of the conversation for which it was uploaded. It is null for a picture of the profile. */
  readonly chatWith: string | null;
  /** True if its recipient can view it once. Only a call of its own returns it. */
  readonly isViewOnce: boolean;
  /** When the recipient viewed it; null before that, and for pictures that can be viewed more than once. */
  readonly viewedMs: number | null;
  readonly isPublic: boolean;
  readonly isPrivate: boolean;
  /** True if the owner has a public name. */
  readonly isOwnerNamed: boolean;
  /** True while a decision hides the picture from everybody except its owner. */
  readonly isWithheld: boolean;
  /** True for a withheld picture, also after its decision was lifted, until it is listed again. */
  readonly isKeptByDecision: boolean;
}

export interface ListPosition {
  readonly isPrivate: boolean;
  readonly at: number;
}

export function createPicturesStore(db: Kysely<Schema>) {
  const listed = db
    .selectFrom('pictures')
    .innerJoin('profiles', 'profiles.id', 'pictures.profile_id')
    .select([
      'pictures.id',
      'pictures.profile_id',
      'pictures.width',
      'pictures.created_ms',
      'pictures.chat_with',
      'pictures.view_once_message_id',
      'pictures.viewed_ms',
      'profiles.pic_ids',
      'profiles.pic_ids_private',
      'profiles.profilename',
      (row) =>
        row
          .selectFrom('hidden_items')
          .select('hidden_items.state')
          .where('hidden_items.kind', '=', 'picture')
          .whereRef('hidden_items.item_id', '=', 'pictures.id')
          .as('decision_state'),
    ]);

  return {
    async find(id: string): Promise<ListedPicture | null> {
      const row = await listed.where('pictures.id', '=', id).executeTakeFirst();
      return row ? listedPictureOf(row) : null;
    },

    /** Resolves to null if the profile does not list the picture. */
    async placeOf(id: string): Promise<{ profileId: string; place: ListPosition } | null> {
      const row = await listed.where('pictures.id', '=', id).executeTakeFirst();
      if (row === undefined) return null;
      for (const list of ['pic_ids', 'pic_ids_private'] as const) {
        const at = (JSON.parse(row[list]) as string[]).indexOf(id);
        if (at >= 0) return { profileId: row.profile_id, place: { isPrivate: list === 'pic_ids_private', at } };
      }
      return null;
    },

    async insert(row: Insertable<PicturesTable>): Promise<void> {
      await db.insertInto('pictures').values(row).execute();
    },

    /** Resolves to false if the profile has no such picture. */
    async remove(id: string, profileId: string): Promise<boolean> {
      return hasChanged(db.deleteFrom('pictures').where('id', '=', id).where('profile_id', '=', profileId));
    },

    /** Resolves to false if the picture does not exist. */
    async addBytes(id: string, bytes: number): Promise<boolean> {
      const counted = db.updateTable('pictures').set((of) => ({ bytes: of('bytes', '+', bytes) }));
      return hasChanged(counted.where('id', '=', id));
    },

    /** The number of the profile's pictures, without `exceptId` and those of conversations, and the bytes of all their sizes. */
    async usage(profileId: string, exceptId = ''): Promise<{ count: number; bytes: number }> {
      const row = await db
        .selectFrom('pictures')
        .select((of) => [of.fn.countAll<number | string>().as('count'), of.fn.sum<number | string | null>('bytes').as('bytes')])
        .where('profile_id', '=', profileId)
        .where('id', '!=', exceptId)
        .where('chat_with', 'is', null)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },

    async countInChat(profileId: string, otherId: string, sinceMs: number): Promise<number> {
      return countRows(
        db
          .selectFrom('pictures')
          .where('profile_id', '=', profileId)
          .where('chat_with', '=', otherId)
          .where('created_ms', '>', sinceMs),
      );
    },

    /** Returns a page of pictures, ordered by id. */
    async after(id: string, size: number): Promise<ListedPicture[]> {
      const rows = await listed.where('pictures.id', '>', id).orderBy('pictures.id').limit(size).execute();
      return rows.map(listedPictureOf);
    },

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

type ListedRow = Pick<
  Selectable<PicturesTable>,
  'id' | 'profile_id' | 'width' | 'created_ms' | 'chat_with' | 'view_once_message_id' | 'viewed_ms'
> & {
  readonly pic_ids: string;
  readonly pic_ids_private: string;
  readonly profilename: string;
  readonly decision_state: Schema['hidden_items']['state'] | null;
};

const listedPictureOf = (row: ListedRow): ListedPicture => ({
  id: row.id,
  profileId: row.profile_id,
  widthPx: row.width,
  createdMs: row.created_ms,
  chatWith: row.chat_with,
  isViewOnce: row.view_once_message_id !== null,
  viewedMs: row.viewed_ms,
  isPublic: listsId(row.pic_ids, row.id),
  isPrivate: listsId(row.pic_ids_private, row.id),
  isOwnerNamed: row.profilename !== '',
  isWithheld: row.decision_state !== null && row.decision_state !== 'lifting',
  isKeptByDecision: row.decision_state !== null,
});
