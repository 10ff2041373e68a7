// Refuses uploads that look like a picture that was taken down.
import { publishAfter } from '#server/changes/publish-after.ts';
import type { Tx } from '#server/db/open.ts';
import { PictureRefused } from '#server/outside/picture-job.ts';
import { maxFingerprintDistance, fingerprintDistance, packedFingerprint } from '#server/outside/picture-fingerprint.ts';
import type { World } from '#server/world.ts';
import { createRefusedPicturesStore } from './refused-pictures.store.ts';

export interface RefusedPictures {
  /**
   * Empty if the picture's file is gone or cannot be decoded. Do not call it inside a write, because it reads a file. Rejects
   * while the server is too busy.
   */
  fingerprintsOf(pictureId: string): Promise<readonly string[]>;
  /** Refuses later uploads that look like this picture. Returns false if they were refused already. */
  refuse(tx: Tx, fingerprints: readonly string[]): Promise<boolean>;
  /** Undoes `refuse`. */
  allow(tx: Tx, fingerprints: readonly string[]): Promise<void>;
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

  return {
    async fingerprintsOf(pictureId) {
      const bytes = await pictureFiles.get(pictureId, 'original');
      if (bytes === null) return [];
      try {
        return await pictureScaling.fingerprintsOf(bytes);
      } catch (error) {
        if (error instanceof PictureRefused && error.reason !== 'too-busy') return [];
        throw error;
      }
    },

    async refuse(tx, fingerprints) {
      publishAfter(world, tx, { type: 'refusedPicturesChanged', fingerprints, isRefused: true });
      return createRefusedPicturesStore(tx).add(fingerprints, clock.now());
    },

    async allow(tx, fingerprints) {
      publishAfter(world, tx, { type: 'refusedPicturesChanged', fingerprints, isRefused: false });
      await createRefusedPicturesStore(tx).remove(fingerprints);
    },

    isRefused(fingerprint) {
      const uploaded = packedFingerprint(fingerprint);
      return [...packed.values()].some((refused) => fingerprintDistance(uploaded, refused) <= maxFingerprintDistance);
    },
  };
}
