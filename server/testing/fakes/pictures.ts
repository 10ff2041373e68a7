// Uploads for tests: pictures with secrets in their metadata, in all orientations, and decompression bombs.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** Written into every kind of metadata of `pictureWithSecrets`. */
export const secret = 'SECRET-PLACE 52.5163 N 13.3777 E';

/** A small plain picture. */
export function plainPicture(format: PictureFormat, width = 600, height = 400, background = '#336699'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** Noise, which no format compresses, so that decoding and encoding take time. */
export async function noisyPicture(format: PictureFormat, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const piece = sharp({ create: { width: 800, height: 600, channels: 3, background: '#000', noise } }).png();
  return sharp(await piece.toBuffer())
    .resize(width, height, { fit: 'fill' })
    .toFormat(format, { quality: 60 })
    .toBuffer();
}

/** EXIF with GPS and a text, XMP, and the comments of PNG and JPEG, all naming the place. */
export async function pictureWithSecrets(format: PictureFormat): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 2_100, height: 1_400, channels: 3, background: '#993366' } })
    .withExif({
      IFD0: { ImageDescription: secret, Copyright: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 59/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 22/1 39/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${secret}</place></x:xmpmeta>`)
    .toFormat(format)
    .toBuffer();
  if (format === 'webp') return bytes;
  return format === 'png' ? withPngText(bytes) : withJpegExtras(bytes);
}

/** A comment, an IPTC block, a multi-picture block, and a second picture behind the first one's end. */
function withJpegExtras(bytes: Buffer): Buffer {
  const segment = (marker: number, data: string) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, Buffer.from(data, 'latin1')]);
  };
  const sized = (text: string) => `${String.fromCharCode(text.length)}${text}`;
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0${sized(`\x1c\x02\x78\0${sized(secret)}`)}`;
  const extras = [segment(0xfe, secret), segment(0xed, iptc), segment(0xe2, `MPF\x00${secret}`)];
  return Buffer.concat([bytes.subarray(0, 2), ...extras, bytes.subarray(2), Buffer.from(`\xff\xd8\xff\xfe${secret}`, 'latin1')]);
}

function withPngText(bytes: Buffer): Buffer {
  return withPngChunk(bytes, pngChunk('tEXt', Buffer.from(`Comment\0${secret}`)));
}

/** A valid picture with ten compressed texts and a colour profile of 100 MB each. */
export async function pngWithTextBomb(): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(100_000_000));
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]));
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed]));
  return withPngChunk(await plainPicture('png'), Buffer.concat([profile, ...Array.from({ length: 10 }, () => text)]));
}

/** Inserts a chunk after the header. */
function withPngChunk(bytes: Buffer, chunk: Buffer): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([bytes.subarray(0, afterHeader), chunk, bytes.subarray(afterHeader)]);
}

/** The four quarters of the upright picture, 40 x 20 pixels, left to right and top to bottom. */
export const uprightQuarters = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;

/** The same as a JPEG of 1,100 x 550 pixels, larger than most stored widths. */
export const turnedLargePicture = (orientation: number): Promise<Buffer> => turnedPicture('jpeg', orientation, 550);

/** That picture stored turned or mirrored, with the EXIF orientation (1 to 8) that makes it upright again. */
export async function turnedPicture(format: PictureFormat, orientation: number, height = 20): Promise<Buffer> {
  const tiles = uprightQuarters.map((background, index) => ({
    input: { create: { width: height, height: height / 2, channels: 3 as const, background } },
    left: (index % 2) * height,
    top: (Math.floor(index / 2) * height) / 2,
  }));
  const upright = sharp({ create: { width: height * 2, height, channels: 3, background: '#000' } }).composite(tiles);
  // The inverse of each orientation: reflections are their own inverse, quarter turns the other one's.
  const angle = [0, 0, 0, 180, 0, 90, 270, 90, 90][orientation] ?? 0;
  const turned = sharp(await upright.png().toBuffer()).rotate(angle);
  const mirrored = sharp(await turned.png().toBuffer())
    .flop(orientation === 2 || orientation === 5)
    .flip(orientation === 4 || orientation === 7);
  return mirrored
    .withMetadata({ orientation })
    .toFormat(format, { quality: 100, ...(format === 'jpeg' ? { chromaSubsampling: '4:4:4' } : {}) })
    .toBuffer();
}

/** A complete, valid, interlaced PNG of `side` x `side` pixels in a few kilobytes. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit for each pixel, grey, interlaced in seven passes; each row begins with a filter byte.
  header.set([1, 0, 0, 0, 1], 8);
  const passes = [
    [8, 8],
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ] as const;
  const size = passes.reduce((sum, [across, down]) => sum + (1 + Math.ceil(side / across / 8)) * Math.ceil(side / down), 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(size))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small JPEG whose header claims other sides. */
export async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await plainPicture('jpeg');
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** An animated WebP: one red frame, then many of changing blue. */
export function movingWebp(frames: number, side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * frames * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const frame = Math.floor(at / 3 / side / side);
    if (frame === 0) pixels[at] = 255;
    else pixels[at + 2] = 255 - (frame % 100);
  }
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
