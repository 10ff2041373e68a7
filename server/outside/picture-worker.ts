// The process that decodes pictures. It takes one job at a time, and answers with the result or a refusal.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { encodePlaceholder, placeholderSide } from '#shared/rules/picture-placeholder.ts';
import { avifWidths, smallerWidths, type AvifWidth, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { fingerprintParts } from './picture-fingerprint.ts';
import type { PictureAnswer, PictureJob, PicturePart, ScaledPicture } from './picture-job.ts';
import { fingerprintOfPixels, smallerOf, uprightPicture } from './picture-pixels.ts';

/** The longest side of a WebP picture, in pixels. */
const maxWebpSide = 16_383;
const quality = 82;
/** As good as WebP with the quality above, with a quarter fewer bytes. A higher effort takes six times as long and saves a tenth. */
const avifOptions = { quality: 55, effort: 3 };

sharp.concurrency(1);
sharp.cache(false);
// Disables all other decoders, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** If the server has ended meanwhile, nobody waits for the message. */
const tellServer = (message: PictureAnswer | 'too-slow' | 'ready') =>
  process.send?.(message, undefined, undefined, () => undefined);

process.on('message', async (job: PictureJob) => {
  tellServer(await Promise.race([answerTo(job), timeout(job.maxMs)]));
  // Frees the memory of this picture before the next one.
  globalThis.gc?.();
});
// The server has ended. A running decode would delay the exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// If memory runs out, Linux kills this process before the server. Other systems do not have this file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
tellServer('ready');

let timer: NodeJS.Timeout | undefined;

/** Resolves after this much processor time. A later call replaces an earlier one. */
function timeout(maxMs: number): Promise<'too-slow'> {
  const before = process.cpuUsage();
  clearInterval(timer);
  return new Promise((resolve) => {
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < maxMs * 1_000) return;
      clearInterval(timer);
      resolve('too-slow');
    }, 50);
  });
}

async function answerTo({ make, bytes, maxPixels, largeFrom, part }: PictureJob): Promise<PictureAnswer> {
  try {
    // Reads only the header.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'too-many-pixels';
    if (width * height >= largeFrom) return 'large';
    if (make === 'fingerprints') return { fingerprints: await fingerprintsOf(bytes, maxPixels, width) };
    return make === 'avif' ? { avif: await avifOf(bytes, width) } : await scaled(bytes, maxPixels, part);
  } catch {
    return 'damaged';
  }
}

/** Encodes again: upright, in sRGB, and without metadata, which sharp removes by default. */
async function scaled(bytes: Buffer, maxPixels: number, part: PicturePart | undefined): Promise<ScaledPicture> {
  const upright = () => uprightPicture(bytes, maxPixels);
  const open = () => (part === undefined ? upright() : upright().extract(part));
  const whole = await open()
    .resize({ width: maxWebpSide, height: maxWebpSide, fit: 'inside', withoutEnlargement: true })
    // At 50 million pixels this low effort takes a fifth of the time, and the file is as small.
    .webp({ quality, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = whole.info;
  const variants = new Map<PictureVariant, Buffer>([['original', whole.data]]);

  // The picture is decoded a second time only in the largest width. The other widths are made from that one.
  const small = await smallerOf(open(), width);
  for (const target of smallerWidths(width)) {
    variants.set(target, await small().resize({ width: target }).webp({ quality }).toBuffer());
  }
  const preview = await small()
    .flatten({ background: '#808080' })
    .resize(placeholderSide, placeholderSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width, height, placeholder: encodePlaceholder(preview), fingerprint: await fingerprintOfPixels(small()), variants };
}

/** Fingerprints of the parts of a stored picture, which is decoded once. */
async function fingerprintsOf(bytes: Buffer, maxPixels: number, fullWidth: number): Promise<string[]> {
  const small = await smallerOf(uprightPicture(bytes, maxPixels), fullWidth);
  const { width, height } = await small().metadata();
  const fingerprints: string[] = [];
  for (const [left, top, right, bottom] of fingerprintParts) {
    const part = {
      left: Math.floor(left * width),
      top: Math.floor(top * height),
      width: Math.max(1, Math.floor((1 - left - right) * width)),
      height: Math.max(1, Math.floor((1 - top - bottom) * height)),
    };
    fingerprints.push(await fingerprintOfPixels(small().extract(part)));
  }
  return fingerprints;
}

/** AVIF files of a stored picture, which is already upright and has no metadata. */
async function avifOf(bytes: Buffer, width: number): Promise<Map<AvifWidth, Buffer>> {
  const made = new Map<AvifWidth, Buffer>();
  for (const target of avifWidths.filter((candidate) => candidate < width))
    made.set(target, await sharp(bytes).resize({ width: target }).avif(avifOptions).toBuffer());
  return made;
}
