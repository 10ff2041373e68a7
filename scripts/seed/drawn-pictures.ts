// The pictures of demo members: drawn and scaled once each as an upload would be, then kept under as many ids as are wanted.
import sharp from 'sharp';
import { portrait } from '../portraits.ts';
import type { ScaledPicture } from '#server/outside/picture-scaling.ts';
import type { World } from '#server/world.ts';

/** The widest size that is kept, so that every smaller one is made as from a real upload. */
const widthPx = 2_048;

export interface DrawnPictures {
  /** Stores the files of one of the drawings under an id; size in pixels, bytes and placeholder for its row. */
  keep(
    id: string,
    drawing: number,
  ): Promise<Pick<ScaledPicture, 'width' | 'height' | 'placeholder'> & { readonly bytes: number }>;
}

/** Every fifth is as a camera takes it, with room at both sides: somebody may crop it. */
async function pictureOf(seed: number): Promise<Buffer> {
  if (seed % 5 !== 0) return portrait(seed, widthPx);
  const room = widthPx / 4;
  const sides = { left: room, right: room, extendWith: 'copy' } as const;
  return sharp(await portrait(seed, widthPx - 2 * room))
    .extend(sides)
    .png()
    .toBuffer();
}

/** `drawings` different ones; each takes about a second of two cores. */
export function createDrawnPictures({ pictureScaling, pictureFiles }: World, drawings: number): DrawnPictures {
  const drawn = new Map<number, Promise<ScaledPicture>>();

  function draw(seed: number): Promise<ScaledPicture> {
    const made = drawn.get(seed) ?? pictureOf(seed).then((png) => pictureScaling.make(png));
    drawn.set(seed, made);
    return made;
  }

  return {
    async keep(id, drawing) {
      const { width, height, placeholder, variants } = await draw(1 + (drawing % drawings));
      await Promise.all([...variants].map(([variant, bytes]) => pictureFiles.put(id, variant, bytes)));
      const bytes = [...variants.values()].reduce((sum, variant) => sum + variant.length, 0);
      return { width, height, placeholder, bytes };
    },
  };
}
