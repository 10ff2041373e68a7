// A crop is always inside of the picture, whatever its rotation.
import { expect, test } from 'vitest';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { cropSize, clampCrop, maxZoom, rescaled, rotatedPoint, fullCrop, type Crop, type Size } from './crop-geometry.ts';

const landscape: Size = { width: 1_600, height: 1_000 };

/** The corners of the crop, relative to the picture's centre. */
function cornersOf(crop: Crop, picture: Size) {
  const { width, height } = cropSize(crop, picture);
  return [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => {
      const corner = rotatedPoint({ x: (right * width) / 2, y: (down * height) / 2 }, -crop.degrees);
      return { x: corner.x + crop.middle.x, y: corner.y + crop.middle.y };
    }),
  );
}

test('the full crop is the largest one with the aspect ratio 4:5', () => {
  expect(cropSize(fullCrop, landscape)).toEqual({ width: 800, height: 1_000 });
  expect(cropSize(fullCrop, { width: 800, height: 2_000 })).toEqual({ width: 800, height: 1_000 });
});

test('a quarter turn makes a landscape picture upright', () => {
  const { width, height } = cropSize({ ...fullCrop, degrees: 90 }, landscape);
  expect(width).toBeCloseTo(1_000, 6);
  expect(height).toBeCloseTo(1_250, 6);
});

test('a crop that is moved beyond an edge stops there', () => {
  expect(clampCrop({ ...fullCrop, middle: { x: 9_999, y: 50 } }, landscape).middle).toEqual({ x: 400, y: 0 });
  expect(clampCrop({ ...fullCrop, zoom: 2, middle: { x: -9_999, y: 9_999 } }, landscape).middle).toEqual({ x: -600, y: 250 });
});

test('zoom and rotation stay within their bounds', () => {
  expect(clampCrop({ ...fullCrop, zoom: 0.2 }, landscape).zoom).toBe(1);
  expect(clampCrop({ ...fullCrop, zoom: 99 }, landscape).zoom).toBe(maxZoom);
  expect([190, -180, 180, 540, -90].map((degrees) => clampCrop({ ...fullCrop, degrees }, landscape).degrees)).toEqual([
    -170, 180, 180, 180, -90,
  ]);
});

test('no corner of any crop is outside of the picture', () => {
  const random = seededRandom(7);
  const around = (span: number): number => (random() - 0.5) * span;
  for (let count = 0; count < 500; count++) {
    const picture = { width: 200 + random() * 3_000, height: 200 + random() * 3_000 };
    const crop = clampCrop(
      { middle: { x: around(6_000), y: around(6_000) }, zoom: 0.5 + random() * 6, degrees: around(720) },
      picture,
    );
    for (const { x, y } of cornersOf(crop, picture)) {
      expect(Math.abs(x)).toBeLessThanOrEqual(picture.width / 2 + 0.01);
      expect(Math.abs(y)).toBeLessThanOrEqual(picture.height / 2 + 0.01);
    }
  }
});

test('a crop rescaled for a larger size of the picture shows the same part', () => {
  const crop: Crop = { middle: { x: 100, y: -50 }, zoom: 2, degrees: 20 };
  const larger = { width: landscape.width * 2, height: landscape.height * 2 };
  expect(rescaled(crop, 2).middle).toEqual({ x: 200, y: -100 });
  expect(cropSize(rescaled(crop, 2), larger).width).toBeCloseTo(cropSize(crop, landscape).width * 2, 6);
});
