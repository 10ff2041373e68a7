// Refuses uploads that look like a picture that was taken down.
import { maxFingerprintDistance, fingerprintDistance, packedFingerprint } from '#server/outside/picture-fingerprint.ts';
import type { World } from '#server/world.ts';
import { createRefusedLooksStore } from './refused-looks.store.ts';

export interface RefusedLooks {
  /** Refuses uploads that look like this picture. Does nothing if its file is gone. */
  refuse(pictureId: string): Promise<void>;
  /** Undoes `refuse`. */
  allow(pictureId: string): Promise<void>;
  isRefused(look: string): boolean;
}

/** Loads the refused fingerprints into memory. */
export async function openRefusedLooks(world: World): Promise<RefusedLooks> {
  const { clock, db, pictureFiles, pictureScaling } = world;
  const known = new Map<string, Uint32Array>();
  for (const look of await createRefusedLooksStore(db.read).all()) known.set(look, packedFingerprint(look));

  async function fingerprintsOf(pictureId: string): Promise<readonly string[]> {
    const bytes = await pictureFiles.get(pictureId, 'original');
    return bytes === null ? [] : pictureScaling.fingerprintsOf(bytes);
  }

  return {
    async refuse(pictureId) {
      const looks = await fingerprintsOf(pictureId);
      await db.write((tx) => createRefusedLooksStore(tx).add(looks, clock.now()));
      for (const look of looks) known.set(look, packedFingerprint(look));
    },

    async allow(pictureId) {
      const looks = await fingerprintsOf(pictureId);
      await db.write((tx) => createRefusedLooksStore(tx).remove(looks));
      for (const look of looks) known.delete(look);
    },

    isRefused(look) {
      const packed = packedFingerprint(look);
      for (const other of known.values()) if (fingerprintDistance(packed, other) <= maxFingerprintDistance) return true;
      return false;
    },
  };
}
