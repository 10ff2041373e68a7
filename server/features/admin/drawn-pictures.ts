// Pictures of invented people. Each drawing is scaled once and stored under many ids.
import type { ScaledPicture } from '#server/outside/picture-job.ts';
import { createSemaphore } from '#server/outside/semaphore.ts';
import { portrait, widePortrait } from '#server/outside/portraits.ts';
import type { World } from '#server/world.ts';

export type DrawnRow = Pick<ScaledPicture, 'width' | 'height' | 'placeholder'> & { readonly bytes: number };

export interface DrawnPictures {
  rowOf(drawing: number): Promise<DrawnRow>;
  /** Stores a drawing's files under an id. */
  store(id: string, drawing: number): Promise<DrawnRow>;
}

interface Drawings {
  /** The number of different drawings. */
  readonly count: number;
  /** A drawing of 2,048 pixels takes 0.7 s of CPU time, and one of 1,024 pixels a quarter of it. */
  readonly widthPx: number;
}

export function createDrawnPictures({ pictureScaling, pictureFiles }: World, { count, widthPx }: Drawings): DrawnPictures {
  const drawn = new Map<number, Promise<ScaledPicture>>();
  /** Drawings wait here, and not in the queue of uploads, which refuses those that wait for long. */
  const turn = createSemaphore(1, Infinity);

  function draw(drawing: number): Promise<ScaledPicture> {
    const seed = 1 + (drawing % count);
    const made = drawn.get(seed) ?? scaled(seed);
    drawn.set(seed, made);
    return made;
  }

  async function scaled(seed: number): Promise<ScaledPicture> {
    const png = await (seed % 5 === 0 ? widePortrait : portrait)(seed, widthPx);
    await turn.acquire();
    try {
      return await pictureScaling.make(png);
    } finally {
      turn.release();
    }
  }

  async function rowOf(drawing: number): Promise<DrawnRow> {
    const { width, height, placeholder, variants } = await draw(drawing);
    return { width, height, placeholder, bytes: [...variants.values()].reduce((sum, variant) => sum + variant.length, 0) };
  }

  return {
    rowOf,
    async store(id, drawing) {
      const { variants } = await draw(drawing);
      await Promise.all([...variants].map(([variant, bytes]) => pictureFiles.put(id, variant, bytes)));
      return rowOf(drawing);
    },
  };
}
