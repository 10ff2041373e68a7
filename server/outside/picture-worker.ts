// The process that decodes pictures: takes one upload at a time and answers with its variants or a reason.
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { encodePlaceholder, placeholderSide } from '#shared/rules/picture-placeholder.ts';
import { avifWidths, pictureWidths, type AvifWidth, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { lookOf, lookParts, lookSide } from './picture-look.ts';
import type { PicturePart, PictureRefusal, ScaledPicture } from './picture-scaling.ts';

export interface PictureJob {
  make: 'variants' | 'avif' | 'looks';
  bytes: Buffer;
  maxPixels: number;
  /** Of processor time: what else the machine has to do does not count against a picture. */
  mostMs: number;
  /** A picture of that many pixels is answered 'large' instead of being decoded. */
  largeFrom: number;
  /** Only this of it is made. */
  part?: PicturePart | undefined;
}

export type PictureAnswer = ScaledPicture | { avif: Map<AvifWidth, Buffer> } | { looks: string[] } | PictureRefusal | 'large';

/** The longest side that WebP can hold, in pixels. */
const maxWebpSide = 16_383;
const quality = 82;
/** Looks as WebP does with the quality above, in three quarters of its bytes; a higher effort costs six times as much for a tenth less. */
const avifOptions = { quality: 55, effort: 3 };

sharp.concurrency(1);
sharp.cache(false);
// Whatever a file claims to be, no other decoder is there to be fooled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

process.on('message', async (job: PictureJob) => {
  process.send?.(await Promise.race([answerTo(job), endOf(job.mostMs)]));
  // The next picture would otherwise come on top of what is left of this one.
  globalThis.gc?.();
});
// The server is gone; a decode in work would hold up an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Where Linux runs out of memory, this process goes rather than the server; elsewhere there is no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
process.send?.('ready');

let watch: NodeJS.Timeout | undefined;

/** Resolves when this much processor time is used from now on; a later call takes the place of an earlier one. */
function endOf(mostMs: number): Promise<'too-slow'> {
  const before = process.cpuUsage();
  clearInterval(watch);
  return new Promise((resolve) => {
    watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < mostMs * 1_000) return;
      clearInterval(watch);
      resolve('too-slow');
    }, 50);
  });
}

async function answerTo({ make, bytes, maxPixels, largeFrom, part }: PictureJob): Promise<PictureAnswer> {
  try {
    // Reads no further than the header.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'too-many-pixels';
    if (width * height >= largeFrom) return 'large';
    if (make === 'looks') return { looks: await looksOf(bytes, width, height) };
    return make === 'avif' ? { avif: await avifOf(bytes, width) } : await scaled(bytes, maxPixels, part);
  } catch {
    return 'damaged';
  }
}

/** Encodes anew, upright, in sRGB and without metadata: sharp writes none unless it is asked to. */
async function scaled(bytes: Buffer, maxPixels: number, part: PicturePart | undefined): Promise<ScaledPicture> {
  const upright = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient();
  const open = () => (part === undefined ? upright() : upright().extract(part));
  const whole = await open()
    .resize({ width: maxWebpSide, height: maxWebpSide, fit: 'inside', withoutEnlargement: true })
    // The least effort: a fifth of the time at 50 million pixels for a file of the same size.
    .webp({ quality, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = whole.info;
  const variants = new Map<PictureVariant, Buffer>([['original', whole.data]]);

  // Decoded once more at the largest width only; the others are made of that.
  const largest = await open()
    .resize({ width: Math.min(width, 2_048) })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { channels, width: rawWidth, height: rawHeight } = largest.info;
  const small = () => sharp(largest.data, { raw: { width: rawWidth, height: rawHeight, channels } });
  for (const target of pictureWidths.filter((candidate) => candidate < width)) {
    variants.set(target, await small().resize({ width: target }).webp({ quality }).toBuffer());
  }
  const few = await small()
    .flatten({ background: '#808080' })
    .resize(placeholderSide, placeholderSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width, height, placeholder: encodePlaceholder(few), look: lookOf(await greyOf(small())), variants };
}

const greyOf = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: '#808080' }).greyscale().resize(lookSide, lookSide, { fit: 'fill' }).raw().toBuffer();

/** Of each part of a picture that was made above. */
async function looksOf(bytes: Buffer, width: number, height: number): Promise<string[]> {
  const looks: string[] = [];
  for (const [left, top, right, bottom] of lookParts) {
    const part = {
      left: Math.floor(left * width),
      top: Math.floor(top * height),
      width: Math.max(1, Math.floor((1 - left - right) * width)),
      height: Math.max(1, Math.floor((1 - top - bottom) * height)),
    };
    looks.push(lookOf(await greyOf(sharp(bytes).extract(part))));
  }
  return looks;
}

/** Of what was made above: upright already, and without metadata. */
async function avifOf(bytes: Buffer, width: number): Promise<Map<AvifWidth, Buffer>> {
  const made = new Map<AvifWidth, Buffer>();
  for (const target of avifWidths.filter((candidate) => candidate < width))
    made.set(target, await sharp(bytes).resize({ width: target }).avif(avifOptions).toBuffer());
  return made;
}
