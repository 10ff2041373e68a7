// A proposed crop refers to pixels of the full-size picture, regardless of the displayed size.
import { expect, test } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import { hasPictureAspect } from '#shared/rules/games.ts';
import { clampCrop, fullCrop } from '#client/crop/crop-geometry.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { cropPixels } from './crop-pixels.ts';

test('the largest crop of a landscape picture is centred and has the full height', () => {
  expect(cropPixels(fullCrop, { width: 1_500, height: 1_000 }, { width: 3_000, height: 2_000 })).toEqual({
    left: 700,
    top: 0,
    width: 1_600,
    height: 2_000,
  });
});

test('a crop at the edge of the displayed picture is at the edge of the full-size picture', () => {
  const shown = { width: 1_500, height: 1_000 };
  const crop = clampCrop({ ...fullCrop, middle: { x: 9_999, y: 0 } }, shown);
  expect(cropPixels(crop, shown, { width: 3_000, height: 2_000 }).left).toBe(1_400);
});

test('every crop is within its picture, and has the aspect ratio 4:5 if it is at least 200 pixels wide', () => {
  const random = seededRandom(11);
  for (let count = 0; count < 500; count++) {
    const full = { width: 300 + Math.floor(random() * 5_000), height: 300 + Math.floor(random() * 5_000) };
    const scale = Math.min(1, 2_048 / full.width);
    const shown = { width: Math.round(full.width * scale), height: Math.round(full.height * scale) };
    const middle = { x: (random() - 0.5) * 9_000, y: (random() - 0.5) * 9_000 };
    const { left, top, width, height } = cropPixels(
      clampCrop({ middle, zoom: 1 + random() * 4, degrees: 0 }, shown),
      shown,
      full,
    );
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(full.width);
    expect(top + height).toBeLessThanOrEqual(full.height);
    if (width >= 200) expect(hasPictureAspect(width, height, limits.pictureAspect)).toBe(true);
  }
});
