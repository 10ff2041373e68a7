// Withholds a picture: removes it from the profile's lists, and refuses access to it and similar uploads until the decision is reversed.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedPictures } from '#server/features/spam/refused-pictures.service.ts';
import { createPicturesStore, type ListPosition } from './pictures.store.ts';

export interface PictureWithholding {
  /** Passes to `keep` the picture's position in the lists, and the fingerprints by which later uploads are refused. */
  withhold(pictureId: string, keep: (tx: Tx, kept: string) => Promise<void>): Promise<void>;
  show(pictureId: string, kept: string): Promise<void>;
}

export function createPictureWithholding(
  { db }: World,
  profiles: Pick<ProfilesService, 'replacePicture' | 'restorePicture'>,
  refusedPictures: Pick<RefusedPictures, 'fingerprintsOf' | 'refuse' | 'allow'>,
): PictureWithholding {
  return {
    async withhold(pictureId, keep) {
      const fingerprints = await refusedPictures.fingerprintsOf(pictureId);
      await db.write(async (tx) => {
        const isNew = await refusedPictures.refuse(tx, fingerprints);
        const listed = await createPicturesStore(tx).placeOf(pictureId);
        if (listed !== null) await profiles.replacePicture(tx, listed.profileId, pictureId, null);
        if (listed !== null || isNew) await keep(tx, storedForm({ place: listed?.place ?? null, fingerprints }));
      });
    },

    async show(pictureId, kept) {
      const { place, fingerprints } = fromStored(kept);
      const allowed = fingerprints ?? (await refusedPictures.fingerprintsOf(pictureId));
      await db.write(async (tx) => {
        await refusedPictures.allow(tx, allowed);
        const picture = place === null ? null : await createPicturesStore(tx).find(pictureId);
        if (place !== null && picture !== null) await profiles.restorePicture(tx, picture.profileId, pictureId, place);
      });
    },
  };
}

/** The fingerprints are needed if the owner deletes the picture in the meantime. Earlier versions did not keep them. */
interface Kept {
  readonly place: ListPosition | null;
  readonly fingerprints?: readonly string[];
}

const unlisted = 'unlisted ';

/** An earlier version that reads the text finds a position, or refuses it, so it lists no picture that was not listed. */
const storedForm = ({ place, fingerprints }: Kept): string =>
  place === null ? unlisted + JSON.stringify(fingerprints) : JSON.stringify({ ...place, fingerprints });

function fromStored(kept: string): Kept {
  if (kept === '') return { place: null };
  if (kept.startsWith(unlisted)) return { place: null, fingerprints: JSON.parse(kept.slice(unlisted.length)) as string[] };
  const { fingerprints, ...place } = JSON.parse(kept) as ListPosition & Pick<Kept, 'fingerprints'>;
  return { place, ...(fingerprints === undefined ? {} : { fingerprints }) };
}
