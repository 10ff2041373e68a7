// Draws each brand's icons from its three SVG files, and its install screenshots from those of the app:
// node scripts/make-icons.ts DIRECTORY
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { brands } from '#manifest/index.ts';
import { screenshotForms, screenshotSizes, type ScreenshotForm } from '#manifest/web-app-manifest.ts';
import type { Brand } from '#shared/brand.ts';

const brandFolders = join(import.meta.dirname, '../manifest');

/**
 * Writes `outDir/<brand key>/`: icon.svg, icon-192, icon-512, maskable-512, monochrome-512, badge-96, apple-touch-icon (180 px)
 * and three screenshots.
 */
export async function makeIcons(outDir: string): Promise<void> {
  for (const brand of brands) {
    const drawn = join(outDir, brand.key);
    const icon = join(brandFolders, brand.key, 'icon.svg');
    const maskable = join(brandFolders, brand.key, 'maskable.svg');
    await mkdir(drawn, { recursive: true });
    await copyFile(icon, join(drawn, 'icon.svg'));
    await drawSquare(icon, 192, join(drawn, 'icon-192.png'));
    await drawSquare(icon, 512, join(drawn, 'icon-512.png'));
    await drawSquare(maskable, 512, join(drawn, 'maskable-512.png'));
    const monochrome = join(brandFolders, brand.key, 'monochrome.svg');
    await drawSquare(monochrome, 512, join(drawn, 'monochrome-512.png'));
    await drawBadge(monochrome, join(drawn, 'badge-96.png'));
    // iOS cuts the corners itself and makes transparent ones black, so it gets the drawing that fills the square.
    await drawSquare(maskable, 180, join(drawn, 'apple-touch-icon.png'));
    for (const form of screenshotForms) await makeScreenshot(brand, form, drawn);
  }
}

/** Uses the screenshot of the real app in the brand's folder (screenshot-wide.webp and others), or else draws one. */
async function makeScreenshot(brand: Brand, form: ScreenshotForm, outDir: string): Promise<void> {
  const name = `screenshot-${form}.webp`;
  const taken = join(brandFolders, brand.key, name);
  const source = existsSync(taken) ? taken : Buffer.from(screenshotSvg(brand, form));
  const { width, height } = screenshotSizes[form];
  await sharp(source).resize(width, height).webp({ quality: 80 }).toFile(join(outDir, name));
}

async function drawSquare(svgFile: string, sizePx: number, pngFile: string): Promise<void> {
  // To sharp, an SVG unit is 1/72 inch. This density renders our 512 units at the wanted size without scaling afterwards.
  await sharp(svgFile, { density: (72 * sizePx) / 512 })
    .resize(sizePx, sizePx)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(pngFile);
}

/** The same drawing without its margins, for the status bar, which uses only the opacity. */
async function drawBadge(svgFile: string, pngFile: string): Promise<void> {
  const whole = await sharp(svgFile).trim().toBuffer();
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp(whole)
    .resize(88, 88, { fit: 'contain', background: clear })
    .extend({ top: 4, bottom: 4, left: 4, right: 4, background: clear })
    .png({ compressionLevel: 9 })
    .toFile(pngFile);
}

/** Draws the app in the brand's colours: header, portraits (or notes for a discreet brand), and a bar at the bottom or side. */
function screenshotSvg({ colours, name, discreet }: Brand, form: ScreenshotForm): string {
  const { width, height } = screenshotSizes[form];
  const isWide = form === 'wide';
  const columns = isWide ? 5 : 2;
  const left = isWide ? 104 : 16;
  const top = 88;
  const gap = 16;
  const tile = (width - left - 16 - gap * (columns - 1)) / columns;
  const rows = Math.ceil((height - top) / (tile * 1.25 + gap));
  const tiles = Array.from({ length: rows * columns }, (_, index) => {
    const x = left + (index % columns) * (tile + gap);
    const y = top + Math.floor(index / columns) * (tile * 1.25 + gap);
    return discreet ? noteSvg(x, y, tile, colours) : portraitSvg(x, y, tile, (colours.hue + index * 37) % 360);
  });
  const bar = isWide
    ? `<rect width="88" height="${height}" fill="${colours.tint.light}"/>${dots(44, 120, 0, 72)}`
    : `<rect y="${height - 72}" width="${width}" height="72" fill="${colours.tint.light}"/>${dots(39, height - 36, 78, 0)}`;
  function dots(x: number, y: number, stepX: number, stepY: number): string {
    return Array.from({ length: 5 }, (_, i) => {
      const fill = i === 1 ? colours.accent.light : '#8a8a8a';
      return `<circle cx="${x + i * stepX}" cy="${y + i * stepY}" r="11" fill="${fill}"/>`;
    }).join('');
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#ffffff"/>${tiles.join('')}
    <rect width="${width}" height="72" fill="${colours.tint.light}"/>
    <text x="${left}" y="46" font-family="sans-serif" font-size="26" font-weight="700" fill="${colours.accent.light}">${name}</text>
    ${bar}</svg>`;
}

/** Draws head and shoulders in one hue, which are clearly not a real person. */
function portraitSvg(x: number, y: number, size: number, hue: number): string {
  const height = size * 1.25;
  return `<svg x="${x}" y="${y}" width="${size}" height="${height}" viewBox="0 0 80 100" preserveAspectRatio="xMidYMid slice">
    <rect width="80" height="100" rx="6" fill="hsl(${hue} 45% 82%)"/>
    <path d="M10 100c2-26 14-36 30-36s28 10 30 36z" fill="hsl(${hue} 40% 55%)"/>
    <circle cx="40" cy="42" r="18" fill="hsl(${hue} 45% 66%)"/></svg>`;
}

function noteSvg(x: number, y: number, size: number, { tint, accent }: Brand['colours']): string {
  const height = size * 1.25;
  const lines = [24, 40, 54, 68].map(
    (top, i) => `<rect x="12" y="${top}" width="${[34, 56, 50, 42][i]}" height="5" rx="2.5" fill="#b9c2c8"/>`,
  );
  return `<svg x="${x}" y="${y}" width="${size}" height="${height}" viewBox="0 0 80 100">
    <rect width="80" height="100" rx="6" fill="${tint.light}"/>${lines.join('')}<rect x="12" y="12" width="20" height="6" rx="3" fill="${accent.light}"/></svg>`;
}

if (import.meta.main) await makeIcons(process.argv[2] ?? 'dist/icons');
