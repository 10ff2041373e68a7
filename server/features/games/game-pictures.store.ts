// Finds public pictures of members who consented to a game.
import type { Kysely } from 'kysely';
import { listsId } from '#server/db/json-list.ts';
import type { Schema } from '#server/db/schema.ts';
import { batchSize } from './random-order.ts';

export interface GamePicture {
  readonly id: string;
  readonly ownerId: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

export interface PictureOwner {
  readonly draw: number;
  readonly pictures: readonly GamePicture[];
}

export function createGamePicturesStore(db: Kysely<Schema>, kind: 'rating' | 'crop') {
  const owners = db
    .selectFrom('game_consents')
    .innerJoin('profiles', 'profiles.id', 'game_consents.profile_id')
    .select(['game_consents.draw', 'profiles.id', 'profiles.pic_ids'])
    .where('game_consents.kind', '=', kind)
    .where('profiles.is_test', '=', 0)
    .where('profiles.pic_ids', '<>', '[]');

  async function picturesOf(rows: readonly { id: string; pic_ids: string }[]): Promise<GamePicture[]> {
    if (rows.length === 0) return [];
    const listsByOwner = new Map(rows.map(({ id, pic_ids }) => [id, pic_ids]));
    const pictures = await db
      .selectFrom('pictures')
      .select(['id', 'profile_id', 'width', 'height', 'placeholder'])
      .where('profile_id', 'in', [...listsByOwner.keys()])
      .orderBy('id')
      .execute();
    const shown = pictures.filter(({ id, profile_id }) => listsId(listsByOwner.get(profile_id) ?? '', id));
    return shown.map(({ profile_id, ...picture }) => ({ ...picture, ownerId: profile_id }));
  }

  return {
    /**
     * The next owners in random order, without the player. For hidden owners the list of pictures is empty, and none are read, so
     * that the time of the answer does not disclose a block.
     */
    async owners(playerId: string, above: number, upTo: number, isHidden: (ownerId: string) => boolean): Promise<PictureOwner[]> {
      const rows = await owners
        .where('game_consents.draw', '>', above)
        .where('game_consents.draw', '<=', upTo)
        .where('profiles.id', '<>', playerId)
        .orderBy('game_consents.draw')
        .limit(batchSize)
        .execute();
      const pictures = await picturesOf(rows.filter(({ id }) => !isHidden(id)));
      return rows.map(({ id, draw }) => ({
        draw: Number(draw),
        pictures: pictures.filter(({ ownerId }) => ownerId === id),
      }));
    },

    /** Null unless the picture is public, and its owner consented to the game and is not hidden. */
    async find(pictureId: string, isHidden: (ownerId: string) => boolean): Promise<GamePicture | null> {
      const row = await owners
        .innerJoin('pictures', 'pictures.profile_id', 'profiles.id')
        .where('pictures.id', '=', pictureId)
        .executeTakeFirst();
      return row && !isHidden(row.id) ? ((await picturesOf([row])).find(({ id }) => id === pictureId) ?? null) : null;
    },
  };
}
