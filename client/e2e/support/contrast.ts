// Measures the contrast of white text on a picture: how bright the ground is below its letters.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** Shadows below letters count as ground, and the half-covered edges of letters are left out. */
export async function lowestContrast(page: Page, text: Locator): Promise<number> {
  const clip = (await text.boundingBox()) ?? undefined;
  const levelsIn = async (colour: string) => {
    await text.evaluate((element, chosen) => element.style.setProperty('color', chosen), colour);
    return sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer();
  };
  const [ground, white, black] = [await levelsIn('transparent'), await levelsIn('#fff'), await levelsIn('#000')];
  await text.evaluate((element) => element.style.removeProperty('color'));
  const below = [...ground].filter((_, at) => (white[at] ?? 0) - (black[at] ?? 0) > 240);
  if (below.length === 0) throw new Error('No letters are on the screen.');
  return 1.05 / (((Math.max(...below) / 255 + 0.055) / 1.055) ** 2.4 + 0.05);
}
