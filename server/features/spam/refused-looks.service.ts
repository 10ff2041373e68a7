// Refuses uploads that look like a picture that was taken down.
import { lookBound, lookDistance, packedLook } from '#server/outside/picture-look.ts';
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
  for (const look of await createRefusedLooksStore(db.read).all()) known.set(look, packedLook(look));

  async function looksOf(pictureId: string): Promise<readonly string[]> {
    const bytes = await pictureFiles.get(pictureId, 'original');
    return bytes === null ? [] : pictureScaling.looksOf(bytes);
  }

  return {
    async refuse(pictureId) {
      const looks = await looksOf(pictureId);
      await db.write((tx) => createRefusedLooksStore(tx).add(looks, clock.now()));
      for (const look of looks) known.set(look, packedLook(look));
    },

    async allow(pictureId) {
      const looks = await looksOf(pictureId);
      await db.write((tx) => createRefusedLooksStore(tx).remove(looks));
      for (const look of looks) known.delete(look);
    },

    isRefused(look) {
      const packed = packedLook(look);
      for (const other of known.values()) if (lookDistance(packed, other) <= lookBound) return true;
      return false;
    },
  };
}
