// Drawings are scaled one at a time, so that the queue of uploads refuses none of them.
import { expect, test } from 'vitest';
import { PictureRefused } from '#server/outside/picture-job.ts';
import { createDrawnPictures } from './drawn-pictures.ts';

test('any number of drawings can be requested at once, and none is refused', async () => {
  let isBusy = false;
  const pictureScaling = {
    async make() {
      if (isBusy) throw new PictureRefused('too-busy');
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve, 5));
      isBusy = false;
      return { width: 64, height: 80, placeholder: 'AAAA', variants: new Map([[640, Buffer.from('drawn')]]) };
    },
  };
  const world = { pictureScaling } as unknown as Parameters<typeof createDrawnPictures>[0];
  const pictures = createDrawnPictures(world, { count: 12, widthPx: 64 });
  const rows = await Promise.all(Array.from({ length: 24 }, (_, drawing) => pictures.rowOf(drawing)));
  expect(rows).toHaveLength(24);
  expect(rows[0]).toMatchObject({ width: 64, height: 80, bytes: 5 });
});
