// Pictures of invented people. Each drawing is scaled once and stored under many ids.
import type { ScaledPicture } from '#server/outside/picture-job.ts';
import { portrait, widePortrait } from '#server/outside/portraits.ts';
import type { World } from '#server/world.ts';

/** The widest of the stored sizes, so that a drawing has all of them. */
const widthPx = 2_048;

export type DrawnRow = Pick<ScaledPicture, 'width' | 'height' | 'placeholder'> & { readonly bytes: number };

export interface DrawnPictures {
  rowOf(drawing: number): Promise<DrawnRow>;
  /** Stores a drawing's files under an id. */
  store(id: string, drawing: number): Promise<DrawnRow>;
}

/** `drawings` is the number of different drawings, each of which takes about two seconds of CPU time. */
export function createDrawnPictures({ pictureScaling, pictureFiles }: World, drawings: number): DrawnPictures {
  const drawn = new Map<number, Promise<ScaledPicture>>();

  function draw(drawing: number): Promise<ScaledPicture> {
    const seed = 1 + (drawing % drawings);
    const made =
      drawn.get(seed) ?? (seed % 5 === 0 ? widePortrait : portrait)(seed, widthPx).then((png) => pictureScaling.make(png));
    drawn.set(seed, made);
    return made;
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
