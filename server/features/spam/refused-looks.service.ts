// Pictures that were taken down do not come back: what is uploaded is held against what they look like.
import { maxFingerprintDistance, fingerprintDistance, packedFingerprint } from '#server/outside/picture-fingerprint.ts';
import type { World } from '#server/world.ts';
import { createRefusedLooksStore } from './refused-looks.store.ts';

export interface RefusedLooks {
  /** From now on nothing that looks like this picture is taken in. A picture whose file is gone is not known any more. */
  refuse(pictureId: string): Promise<void>;
  /** It was right after all. */
  allow(pictureId: string): Promise<void>;
  isRefused(look: string): boolean;
}

/** Reads what is refused; from then on it is in memory too. */
export async function openRefusedLooks(world: World): Promise<RefusedLooks> {
  const { clock, db, pictureFiles, pictureScaling } = world;
  const known = new Map<string, Uint32Array>();
  for (const look of await createRefusedLooksStore(db.read).all()) known.set(look, packedFingerprint(look));

  async function fingerprintsOf(pictureId: string): Promise<readonly string[]> {
    const kept = await pictureFiles.get(pictureId, 'original');
    return kept === null ? [] : pictureScaling.fingerprintsOf(kept);
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
