// Pictures that were taken down do not come back: what is uploaded is held against what they look like.
import { lookBound, lookDistance, packedLook } from '#server/outside/picture-look.ts';
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
  for (const look of await createRefusedLooksStore(db.read).all()) known.set(look, packedLook(look));

  async function looksOf(pictureId: string): Promise<readonly string[]> {
    const kept = await pictureFiles.get(pictureId, 'original');
    return kept === null ? [] : pictureScaling.looksOf(kept);
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
