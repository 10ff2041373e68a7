// Withholds a picture: removes it from the profile's lists, and refuses access to it until the decision is reversed.
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedPictures } from '#server/features/spam/refused-pictures.service.ts';
import { createPicturesStore, type ListPosition } from './pictures.store.ts';

export interface PictureWithholding {
  /** Returns the picture's place in the lists, or '' if no list has it. */
  withhold(pictureId: string): Promise<string>;
  show(pictureId: string, storedPlace: string): Promise<void>;
}

export function createPictureWithholding(
  { db }: World,
  profiles: Pick<ProfilesService, 'replacePicture' | 'restorePicture'>,
  refusedPictures: Pick<RefusedPictures, 'refuse' | 'allow'>,
): PictureWithholding {
  return {
    async withhold(pictureId) {
      await refusedPictures.refuse(pictureId);
      return db.write(async (tx) => {
        const store = createPicturesStore(tx);
        const [picture, place] = [await store.find(pictureId), await store.placeOf(pictureId)];
        if (picture !== null && place !== null) await profiles.replacePicture(tx, picture.profileId, pictureId, null);
        return place === null ? '' : JSON.stringify(place);
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
