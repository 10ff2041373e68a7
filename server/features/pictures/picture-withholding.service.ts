// Withholding a picture by a decision: it leaves its profile's lists and cannot be added again until that is lifted.
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedLooks } from '#server/features/spam/refused-looks.service.ts';
import { createPicturesStore, type PlaceInLists } from './pictures.store.ts';

export interface PictureWithholding {
  /** Returns its place in the lists; empty when it is in none. */
  withhold(pictureId: string): Promise<string>;
  show(pictureId: string, kept: string): Promise<void>;
}

export function createPictureWithholding(
  { db }: World,
  profiles: Pick<ProfilesService, 'replacePicture' | 'putBackPicture'>,
  refusedLooks: Pick<RefusedLooks, 'refuse' | 'allow'>,
): PictureWithholding {
  return {
    async withhold(pictureId) {
      await refusedLooks.refuse(pictureId);
      const { place, after } = await db.write(async (tx) => {
        const store = createPicturesStore(tx);
        const [picture, place] = [await store.find(pictureId), await store.placeOf(pictureId)];
        const isListed = picture !== null && place !== null;
        return { place, after: isListed ? await profiles.replacePicture(tx, picture.profileId, pictureId, null) : null };
      });
      after?.();
      return place === null ? '' : JSON.stringify(place);
    },

    async show(pictureId, kept) {
      await refusedLooks.allow(pictureId);
      if (kept === '') return;
      const place = JSON.parse(kept) as PlaceInLists;
      const after = await db.write(async (tx) => {
        const picture = await createPicturesStore(tx).find(pictureId);
        return picture && profiles.putBackPicture(tx, picture.profileId, pictureId, place);
      });
      after?.();
    },
  };
}
