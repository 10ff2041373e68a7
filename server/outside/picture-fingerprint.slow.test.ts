// Recognition rates of picture fingerprints: variants of the same picture against different ones, with the real decoder.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxFingerprintDistance, fingerprintDistance, packedFingerprint } from './picture-fingerprint.ts';
import { fingerprintOfPixels, smallerOf, uprightPicture } from './picture-pixels.ts';
import { pictureScaling } from './picture-scaling.ts';
import { randomNumbers, portraitSvg } from './portraits.ts';

const scaling = pictureScaling();
const pictures = 12;
/** The first ones of each kind are made into all their files, which takes most of the time. */
const uploads = 3;
/** Portraits all have the same composition; scenes are random shapes. */
const kinds = { portraits: portraitSvg, scenes: sceneSvg } as const;

function sceneSvg(seed: number): string {
  const next = randomNumbers(seed * 31 + 7);
  for (let skipped = 0; skipped < 5; skipped += 1) next();
  const colour = () => `hsl(${Math.floor(next() * 360)} ${20 + Math.floor(next() * 60)}% ${15 + Math.floor(next() * 70)}%)`;
  const shapes = Array.from({ length: 14 }, () => {
    const [x, y, width, height, opacity] = [next() * 400, next() * 500, 20 + next() * 120, 20 + next() * 120, 0.4 + next() * 0.6];
    return next() < 0.5
      ? `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${colour()}" opacity="${opacity}"/>`
      : `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour()}" opacity="${opacity}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500"><rect width="400" height="500" fill="${colour()}"/>${shapes.join('')}</svg>`;
}

const drawn = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).resize({ width: 600 }).png().toBuffer();

/** Crops by these shares of the sides, and re-encodes. */
async function crop(bytes: Buffer, left: number, top: number, right: number, bottom: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  const size = { width: Math.round((1 - left - right) * width), height: Math.round((1 - top - bottom) * height) };
  return sharp(bytes)
    .extract({ left: x, top: y, ...size })
    .jpeg({ quality: 80 })
    .toBuffer();
}

const variants: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  'as JPEG of low quality': (bytes) => sharp(bytes).jpeg({ quality: 45 }).toBuffer(),
  'as WebP': (bytes) => sharp(bytes).webp({ quality: 60 }).toBuffer(),
  'at half the size': (bytes) => sharp(bytes).resize({ width: 300 }).jpeg().toBuffer(),
  'at a third of the size': (bytes) => sharp(bytes).resize({ width: 200 }).webp().toBuffer(),
  brighter: (bytes) => sharp(bytes).modulate({ brightness: 1.15 }).jpeg().toBuffer(),
  'a little blurred': (bytes) => sharp(bytes).blur(1.2).jpeg().toBuffer(),
  'cropped by 2% on all sides': (bytes) => crop(bytes, 0.02, 0.02, 0.02, 0.02),
  'cropped by 5% on all sides': (bytes) => crop(bytes, 0.05, 0.05, 0.05, 0.05),
  'cropped by 6% at the top': (bytes) => crop(bytes, 0, 0.06, 0, 0),
  'cropped by 8% at the left': (bytes) => crop(bytes, 0.08, 0, 0, 0),
  'cropped by 10% at the bottom': (bytes) => crop(bytes, 0, 0, 0, 0.1),
};

/** What the picture process answered for each upload. */
const processed: Record<keyof typeof kinds, string[]> = { portraits: [], scenes: [] };
/** The fingerprints of each refused picture and its parts. */
const refused: Record<keyof typeof kinds, Uint32Array[][]> = { portraits: [], scenes: [] };
const originals: Record<keyof typeof kinds, Buffer[]> = { portraits: [], scenes: [] };

/** As the picture process computes it, without the files of each width. */
async function fingerprintOfUpload(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes).metadata();
  const open = await smallerOf(uprightPicture(bytes, width * height), width);
  return fingerprintOfPixels(open());
}
const fingerprintOfWhole = async (bytes: Buffer): Promise<Uint32Array> => packedFingerprint(await fingerprintOfUpload(bytes));
const nearest = (parts: readonly Uint32Array[], fingerprint: Uint32Array): number =>
  Math.min(...parts.map((part) => fingerprintDistance(part, fingerprint)));
const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)}% of ${of}`;

/** The picture as it is stored. */
async function uploaded(kind: keyof typeof kinds, bytes: Buffer): Promise<Buffer> {
  const { fingerprint, variants: files } = await scaling.make(bytes);
  processed[kind].push(fingerprint);
  return files.get('original') ?? bytes;
}

beforeAll(async () => {
  for (const kind of ['portraits', 'scenes'] as const)
    for (let seed = 1; seed <= pictures; seed += 1) {
      const bytes = await drawn(kinds[kind](seed));
      originals[kind].push(bytes);
      refused[kind].push(
        (await scaling.fingerprintsOf(seed <= uploads ? await uploaded(kind, bytes) : bytes)).map(packedFingerprint),
      );
    }
}, 300_000);
afterAll(() => scaling.close());

test.each(['portraits', 'scenes'] as const)(
  'the picture process computes the fingerprints of %s as these tests do',
  async (kind) => {
    expect(processed[kind]).toHaveLength(uploads);
    expect(processed[kind]).toEqual(await Promise.all(originals[kind].slice(0, uploads).map(fingerprintOfUpload)));
  },
);

test.each(['portraits', 'scenes'] as const)('different %s never match', async (kind) => {
  const distances: number[] = [];
  for (const [at, bytes] of originals[kind].entries()) {
    const fingerprint = await fingerprintOfWhole(bytes);
    for (const [other, parts] of refused[kind].entries()) if (other !== at) distances.push(nearest(parts, fingerprint));
  }
  const wrong = distances.filter((distance) => distance <= maxFingerprintDistance).length;
  console.log(`different ${kind}: nearest ${Math.min(...distances)} of 255, false matches ${percent(wrong, distances.length)}`);
  expect(wrong).toBe(0);
});

test.each(Object.keys(variants))('a picture is recognised %s', async (name) => {
  const distances: number[] = [];
  for (const kind of ['portraits', 'scenes'] as const)
    for (const [at, bytes] of originals[kind].entries())
      distances.push(nearest(refused[kind][at] ?? [], await fingerprintOfWhole((await variants[name]?.(bytes)) ?? bytes)));
  const missed = distances.filter((distance) => distance > maxFingerprintDistance).length;
  console.log(`${name}: farthest ${Math.max(...distances)} of 255, missed ${percent(missed, distances.length)}`);
  expect(missed).toBe(0);
});
