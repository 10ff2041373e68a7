// Converts a crop of the displayed picture to whole pixels of the full-size picture.
import type { CropArea } from '#shared/contract/games.ts';
import { limits } from '#shared/rules/limits.ts';
import { cropSize, rescaled, type Crop, type Size } from '#client/crop/crop-geometry.ts';

/** `shown` is the displayed size, to which the crop refers. The picture must not be rotated. */
export function cropPixels(crop: Crop, shown: Size, full: Size): CropArea {
  const large = rescaled(crop, full.width / shown.width);
  const width = Math.floor(Math.min(cropSize(large, full).width, full.width, full.height * limits.pictureAspect));
  const height = Math.min(full.height, Math.round(width / limits.pictureAspect));
  return {
    left: clampRound(full.width / 2 + large.middle.x - width / 2, full.width - width),
    top: clampRound(full.height / 2 + large.middle.y - height / 2, full.height - height),
    width,
    height,
  };
}

const clampRound = (value: number, max: number): number => Math.max(0, Math.min(max, Math.round(value)));
