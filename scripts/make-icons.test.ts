// Tests the icons of each brand: they have all sizes, and maskable icons stay within the safe zone.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import { makeIcons } from './make-icons.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'icons-'));
  await makeIcons(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(brands.map(({ key }) => key))('%s', (key) => {
  test('has every icon in its size', async () => {
    const names = (await readdir(join(folder, key))).filter((name) => name.endsWith('.png') && !name.startsWith('screenshot'));
    const sizes = await Promise.all(
      names.toSorted().map(async (name) => {
        const { width, height } = await sharp(join(folder, key, name)).metadata();
        return `${name} ${width}x${height}`;
      }),
    );
    expect(sizes).toEqual([
      'apple-touch-icon.png 180x180',
      'badge-96.png 96x96',
      'icon-192.png 192x192',
      'icon-512.png 512x512',
      'maskable-512.png 512x512',
      'monochrome-512.png 512x512',
    ]);
  });

  test('keeps the drawing of its maskable icon inside the safe zone, on an opaque background of one colour', async () => {
    const { data, info } = await sharp(join(folder, key, 'maskable-512.png'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
    const ground = at(0, 0);
    expect(ground[3]).toBe(255);
    // The safe zone of a maskable icon is a circle of 80 % of its width.
    const [centre, radius] = [info.width / 2, info.width * 0.4];
    let outsidePixels = 0;
    for (let y = 0; y < info.height; y += 1)
      for (let x = 0; x < info.width; x += 1)
        if (Math.hypot(x - centre, y - centre) > radius && at(x, y).some((part, i) => Math.abs(part - (ground[i] ?? 0)) > 8))
          outsidePixels += 1;
    expect(outsidePixels).toBe(0);
  });

  test.each(['monochrome-512.png', 'badge-96.png'])('draws %s by its opacity alone, on a clear background', async (name) => {
    const { data, info } = await sharp(join(folder, key, name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const opacities = Array.from({ length: info.width * info.height }, (_, at) => data[at * 4 + 3] ?? 0);
    const corner = opacities[0];
    const drawn = opacities.filter((opacity) => opacity > 200).length / opacities.length;
    expect(corner).toBe(0);
    expect(drawn).toBeGreaterThan(0.05);
    expect(drawn).toBeLessThan(0.6);
    expect(opacities.some((opacity, at) => opacity > 128 && (data[at * 4] ?? 0) < 250)).toBe(false);
  });
});
