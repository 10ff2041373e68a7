// Sixty uploads with their expected results: ordinary pictures, hidden payloads, bombs, broken files, and other file types.
import sharp from 'sharp';
import type { ProblemCode } from '#shared/contract/problems.ts';
import {
  jpegClaiming,
  movingWebp,
  noisyPicture,
  pictureWithSecrets,
  plainPicture,
  pngBomb,
  pngWithTextBomb,
  turnedPicture,
  type PictureFormat,
} from './pictures.ts';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Null: accepted. Otherwise refused with one of these codes. */
  readonly refusals: readonly ProblemCode[] | null;
}

const formats: readonly PictureFormat[] = ['png', 'jpeg', 'webp'];
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const damaged = ['damaged-picture'] as const;
const tooLarge = ['too-many-pixels', 'damaged-picture'] as const;

export async function pictureCorpus(): Promise<CorpusFile[]> {
  return [...(await taken()), ...(await bombs()), ...(await broken()), ...notPictures()];
}

async function taken(): Promise<CorpusFile[]> {
  const colour = sharp(await plainPicture('png'));
  const png = await plainPicture('png');
  const found: [string, Buffer][] = [
    ['one pixel', await plainPicture('png', 1, 1)],
    ['a long strip', await plainPicture('png', 20_000, 40)],
    ['grey', await colour.clone().toColourspace('b-w').png().toBuffer()],
    ['16 bit', await colour.clone().toColourspace('rgb16').png().toBuffer()],
    ['CMYK', await colour.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['12 megapixels', await noisyPicture('jpeg', 4_000, 3_000)],
    ['10,000 frames', await movingWebp(10_000, 4)],
    ['49 megapixels in a few kB', pngBomb(7_000)],
    ['texts and a profile that unpack to 1.1 GB', await pngWithTextBomb()],
    ['8 MB of comments', jpegWithComments(await plainPicture('jpeg'), 120)],
    ['8,192,000 bytes', Buffer.concat([png, Buffer.alloc(8_192_000 - png.length)])],
  ];
  for (const format of formats) {
    found.push([`a plain ${format}`, await plainPicture(format)]);
    found.push([`a ${format} that tells its place`, await pictureWithSecrets(format)]);
    found.push([
      `a ${format} and a page`,
      Buffer.concat([await plainPicture(format), latin1('<script>alert(1)</script>PK\x03\x04')]),
    ]);
  }
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    found.push([`orientation ${orientation}`, await turnedPicture('jpeg', orientation)]);
  return found.map(([name, bytes]) => ({ name, bytes, refusals: null }));
}

async function bombs(): Promise<CorpusFile[]> {
  const png = await plainPicture('png');
  const found: [string, Buffer, readonly ProblemCode[]][] = [
    ['an interlaced PNG of 16,000 x 16,000', pngBomb(16_000), tooLarge],
    ['a JPEG of 65,535 x 65,535', await jpegClaiming(65_535, 65_535), tooLarge],
    ['a JPEG of 65,500 x 65,500', await jpegClaiming(65_500, 65_500), tooLarge],
    ['a JPEG of 65,535 x 1,000', await jpegClaiming(65_535, 1_000), tooLarge],
    ['just above 50 million pixels', await jpegClaiming(10_000, 5_001), tooLarge],
    ['a WebP of 16,383 x 16,383', await webpClaiming(16_383), tooLarge],
    ['a PNG of 2,147,483,647 x 2,147,483,647', pngClaiming(png, 0x7fffffff), tooLarge],
    ['a PNG of 0 x 0', pngClaiming(png, 0), damaged],
    ['8,192,001 bytes', Buffer.concat([png, Buffer.alloc(8_192_001 - png.length)]), ['picture-too-large']],
  ];
  return found.map(([name, bytes, refusals]) => ({ name, bytes, refusals }));
}

async function broken(): Promise<CorpusFile[]> {
  const found: [string, Buffer][] = [
    ['a PNG’s first bytes', latin1('\x89PNG\r\n\x1a\n')],
    ['a JPEG’s first bytes', latin1('\xff\xd8\xff')],
    ['a WebP’s first bytes', latin1('RIFF\x04\0\0\0WEBP')],
    ['an SVG behind a PNG’s first bytes', latin1('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF behind a JPEG’s first bytes', latin1('\xff\xd8\xffGIF89a\x01\0\x01\0\0\0\0;')],
    ['noise behind a WebP’s first bytes', Buffer.concat([latin1('RIFF\xff\0\0\0WEBPVP8 '), Buffer.alloc(500, 0xa7)])],
  ];
  for (const format of formats) {
    const whole = await noisyPicture(format, 500, 400);
    for (const percent of [2, 50, 90]) {
      const length = Math.max(20, Math.floor((whole.length * percent) / 100));
      found.push([`${percent} % of a ${format}`, whole.subarray(0, length)]);
    }
  }
  return found.map(([name, bytes]) => ({ name, bytes, refusals: damaged }));
}

function notPictures(): CorpusFile[] {
  const found: [string, Buffer][] = [
    ['a GIF', latin1('GIF89a\x01\0\x01\0\0\0\0;')],
    ['an SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page', latin1('<!doctype html><script>alert(1)</script>')],
    ['a ZIP', latin1('PK\x03\x04 and more')],
    ['a TIFF', latin1('II*\0 and more')],
    ['a BMP', latin1('BM and more')],
    ['a PDF', latin1('%PDF-1.7 and more')],
    ['an AVIF', latin1('\0\0\0\x20ftypavif\0\0\0\0')],
  ];
  return found.map(([name, bytes]) => ({ name, bytes, refusals: ['not-a-picture'] }));
}

/** Inserts comments of 64 kB each after the start. */
function jpegWithComments(jpeg: Buffer, count: number): Buffer {
  const comment = Buffer.alloc(65_535 + 2, 0x41);
  comment.set([0xff, 0xfe, 0xff, 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: count }, () => comment), jpeg.subarray(2)]);
}

/** A small PNG whose header claims other sides; its checksum no longer fits. */
function pngClaiming(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}

/** A small lossless WebP whose header claims other sides: 14 bits each, less one, behind a byte of signature. */
async function webpClaiming(side: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
    .webp({ lossless: true })
    .toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  const sides = (side - 1) | ((side - 1) << 14);
  bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0000000) | sides) >>> 0, at);
  return bytes;
}
