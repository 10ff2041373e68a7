// Refuses uploads that look like a picture that was taken down.
import { publishAfter } from '#server/changes/publish-after.ts';
import { maxFingerprintDistance, fingerprintDistance, packedFingerprint } from '#server/outside/picture-fingerprint.ts';
import type { World } from '#server/world.ts';
import { createRefusedPicturesStore } from './refused-pictures.store.ts';

export interface RefusedPictures {
  /** Refuses later uploads that look like this picture. Does nothing if its file is gone. */
  refuse(pictureId: string): Promise<void>;
  /** Undoes `refuse`. */
  allow(pictureId: string): Promise<void>;
  isRefused(fingerprint: string): boolean;
}

/** Loads the refused fingerprints into memory. */
export async function openRefusedPictures(world: World): Promise<RefusedPictures> {
  const { bus, clock, db, pictureFiles, pictureScaling } = world;
  const packed = new Map<string, Uint32Array>();
  const remember = (fingerprint: string) => packed.set(fingerprint, packedFingerprint(fingerprint));
  for (const fingerprint of await createRefusedPicturesStore(db.read).all()) remember(fingerprint);
  bus.on('refusedPicturesChanged', ({ fingerprints, isRefused }) => {
    for (const fingerprint of fingerprints)
      if (isRefused) remember(fingerprint);
      else packed.delete(fingerprint);
  });

  async function fingerprintsOf(pictureId: string): Promise<readonly string[]> {
    const bytes = await pictureFiles.get(pictureId, 'original');
    return bytes === null ? [] : pictureScaling.fingerprintsOf(bytes);
  }

  return {
    async refuse(pictureId) {
      const fingerprints = await fingerprintsOf(pictureId);
      await db.write((tx) => {
        publishAfter(world, tx, { type: 'refusedPicturesChanged', fingerprints, isRefused: true });
        return createRefusedPicturesStore(tx).add(fingerprints, clock.now());
      });
    },

    async allow(pictureId) {
      const fingerprints = await fingerprintsOf(pictureId);
      await db.write((tx) => {
        publishAfter(world, tx, { type: 'refusedPicturesChanged', fingerprints, isRefused: false });
        return createRefusedPicturesStore(tx).remove(fingerprints);
      });
    },

    isRefused(fingerprint) {
      const uploaded = packedFingerprint(fingerprint);
      return [...packed.values()].some((refused) => fingerprintDistance(uploaded, refused) <= maxFingerprintDistance);
    },
  };
}
