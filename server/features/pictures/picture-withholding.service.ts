// Withholds a picture: removes it from the profile's lists, and refuses access to it until the decision is reversed.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedPictures } from '#server/features/spam/refused-pictures.service.ts';
import { createPicturesStore, type ListPosition } from './pictures.store.ts';

export interface PictureWithholding {
  /** Keeps the picture's place if a list has it. */
  withhold(pictureId: string, keep: (tx: Tx, place: string) => Promise<void>): Promise<void>;
  show(pictureId: string, storedPlace: string): Promise<void>;
}

export function createPictureWithholding(
  { db }: World,
  profiles: Pick<ProfilesService, 'replacePicture' | 'restorePicture'>,
  refusedPictures: Pick<RefusedPictures, 'refuse' | 'allow'>,
): PictureWithholding {
  return {
    async withhold(pictureId, keep) {
      await refusedPictures.refuse(pictureId);
      await db.write(async (tx) => {
        const store = createPicturesStore(tx);
        const [picture, place] = [await store.find(pictureId), await store.placeOf(pictureId)];
        if (picture === null || place === null) return;
        await profiles.replacePicture(tx, picture.profileId, pictureId, null);
        await keep(tx, JSON.stringify(place));
      });
    },

    async show(pictureId, storedPlace) {
      await refusedPictures.allow(pictureId);
      if (storedPlace === '') return;
      const place = JSON.parse(storedPlace) as ListPosition;
      await db.write(async (tx) => {
        const picture = await createPicturesStore(tx).find(pictureId);
        if (picture !== null) await profiles.restorePicture(tx, picture.profileId, pictureId, place);
      });
    },
  };
}
