// Makes the smaller AVIF files of pictures in the background, one picture at a time; until then WebP is served.
import { variantFor } from '#shared/rules/picture-sizes.ts';
import type { World } from '#server/world.ts';
import { createPicturesStore } from './pictures.store.ts';

export interface AvifPictures {
  /** Makes the missing AVIF files of a picture this many pixels wide, soon. */
  want(id: string, widthPx: number): void;
  /** Starts nothing more, and resolves when nothing is being written. */
  close(): Promise<void>;
}

/** The longest queue: a picture left out is requested again when it is next shown. */
const wantedMost = 1_000;
/** Pictures that cannot be encoded are not tried again until the next start. */
const failedMost = 10_000;

export function createAvifPictures(world: World): AvifPictures {
  const { db, pictureFiles, pictureScaling, log } = world;
  const wanted = new Map<string, number>();
  const failed = new Set<string>();
  let isClosed = false;
  let isAtWork = false;
  let writing = Promise.resolve();

  async function make(id: string, widthPx: number): Promise<void> {
    const source = await pictureFiles.get(id, variantFor(2_048, widthPx));
    if (source === null) return;
    const made = await pictureScaling.makeAvif(source);
    if (isClosed) return;
    writing = keep(id, made);
    await writing;
  }

  async function keep(id: string, made: Awaited<ReturnType<typeof pictureScaling.makeAvif>>): Promise<void> {
    let addedBytes = 0;
    for (const [width, bytes] of made) {
      const isThere = (await pictureFiles.get(id, width, 'avif')) !== null;
      await pictureFiles.put(id, width, bytes, 'avif');
      if (!isThere) addedBytes += bytes.length;
    }
    // Removing a picture removes its row first, then its files: a removal meanwhile is found here.
    const isListed = await db.write((tx) => createPicturesStore(tx).grow(id, addedBytes));
    if (!isListed) await pictureFiles.remove(id);
  }

  async function workOff(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    for (let [next] = wanted; next !== undefined && !isClosed; [next] = wanted) {
      const [id, widthPx] = next;
      await make(id, widthPx).catch((error: unknown) => {
        if (isClosed) return;
        if (failed.size < failedMost) failed.add(id);
        log.warn({ err: error }, 'a picture has no AVIF');
      });
      wanted.delete(id);
    }
    isAtWork = false;
  }

  return {
    want(id, widthPx) {
      if (isClosed || wanted.has(id) || failed.has(id) || wanted.size >= wantedMost) return;
      wanted.set(id, widthPx);
      void workOff();
    },
    async close() {
      isClosed = true;
      await writing.catch(() => undefined);
    },
  };
}
