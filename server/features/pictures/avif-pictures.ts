// Encodes pictures as AVIF in the background, one at a time. Until a picture is encoded, it is served as WebP.
import { setTimeout as pause } from 'node:timers/promises';
import { variantFor } from '#shared/rules/picture-sizes.ts';
import { errorCode } from '#server/db/errors.ts';
import type { World } from '#server/world.ts';
import { createPicturesStore } from './pictures.store.ts';

export interface AvifPictures {
  /** Queues a picture of this width for encoding. */
  request(id: string, widthPx: number): void;
  /** Resolves after the current write, or after `lastJobsMs` if the store is slow: the picture is then encoded when it is viewed again. */
  close(): Promise<void>;
}

/** Pictures beyond this number are not queued. They are requested again when somebody views them. */
const maxQueued = 1_000;
/** Up to this number, pictures that cannot be encoded are remembered, and tried again only after a restart. */
const maxFailed = 10_000;

export function createAvifPictures(world: World): AvifPictures {
  const { db, limits, pictureFiles, pictureScaling, log } = world;
  const queued = new Map<string, number>();
  const failed = new Set<string>();
  let isClosed = false;
  let isRunning = false;
  let writing = Promise.resolve();

  async function make(id: string, widthPx: number): Promise<void> {
    const source = await pictureFiles.get(id, variantFor(2_048, widthPx));
    if (source === null) return;
    const encoded = await pictureScaling.makeAvif(source);
    if (isClosed) return;
    writing = store(id, encoded);
    await writing;
  }

  async function store(id: string, encoded: Awaited<ReturnType<typeof pictureScaling.makeAvif>>): Promise<void> {
    let addedBytes = 0;
    for (const [width, bytes] of encoded) {
      const exists = (await pictureFiles.get(id, width, 'avif')) !== null;
      await pictureFiles.put(id, width, bytes, 'avif');
      if (!exists) addedBytes += bytes.length;
    }
    // A picture that was removed in the meantime has no row.
    const isListed = await db.write((tx) => createPicturesStore(tx).addBytes(id, addedBytes));
    if (!isListed) await pictureFiles.remove(id);
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let [next] = queued; next !== undefined && !isClosed; [next] = queued) {
      const [id, widthPx] = next;
      await make(id, widthPx).catch((error: unknown) => {
        if (isClosed) return;
        // A store that fails may work again when somebody views the picture.
        if (failed.size < maxFailed && errorCode(error) !== 'pictures-unavailable') failed.add(id);
        log.warn({ err: error }, 'a picture has no AVIF');
      });
      queued.delete(id);
    }
    isRunning = false;
  }

  return {
    request(id, widthPx) {
      if (queued.has(id) || failed.has(id) || queued.size >= maxQueued) return;
      queued.set(id, widthPx);
      void run();
    },
    async close() {
      isClosed = true;
      await Promise.race([writing.catch(() => undefined), pause(limits.lastJobsMs, undefined, { ref: false })]);
    },
  };
}
