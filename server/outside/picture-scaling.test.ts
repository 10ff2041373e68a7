// Scaling of uploaded pictures: results, removed metadata, refusals.
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import {
  jpegClaiming,
  movingWebp,
  noisyPicture,
  pictureWithSecrets,
  plainPicture,
  pngBomb,
  pngWithTextBomb,
  secret,
  turnedPicture,
  uprightQuarters,
  type PictureFormat,
} from '#server/testing/fakes/pictures.ts';
import { fingerprintParts } from './picture-fingerprint.ts';
import { fakePictureScaling, pictureFormat, pictureScaling } from './picture-scaling.ts';

const formats: PictureFormat[] = ['png', 'jpeg', 'webp'];
const scaling = pictureScaling();
afterAll(() => scaling.close());

describe('stored variants', () => {
  test('a large picture is stored in full size and four widths, all WebP', async () => {
    const { width, height, placeholder, variants } = await scaling.make(await plainPicture('jpeg', 3_000, 2_000));
    expect([width, height]).toEqual([3_000, 2_000]);
    const sizes = await Promise.all([...variants].map(async ([variant, bytes]) => [variant, await sizeOf(bytes)]));
    expect(Object.fromEntries(sizes)).toEqual({
      original: 'webp 3000x2000',
      256: 'webp 256x171',
      512: 'webp 512x341',
      1024: 'webp 1024x683',
      2048: 'webp 2048x1365',
    });
    const pixels = [...Buffer.from(placeholder, 'base64')];
    expect(placeholder).toHaveLength(36);
    expect(pixels).toHaveLength(27);
    // The colour was #336699 before JPEG compression.
    pixels.forEach((value, index) => expect(Math.abs(value - [0x33, 0x66, 0x99][index % 3]!)).toBeLessThan(4));
  });

  test('a part of a stored picture becomes a picture of its own', async () => {
    const whole = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#cc0000' } })
      .composite([{ input: { create: { width: 600, height: 900, channels: 3, background: '#0000cc' } }, left: 600, top: 0 }])
      .webp()
      .toBuffer();
    const { width, height, variants } = await scaling.makePart(whole, { left: 600, top: 100, width: 560, height: 700 });
    expect([width, height, [...variants.keys()]]).toEqual([560, 700, ['original', 256, 512]]);
    for (const bytes of variants.values()) {
      const { channels } = await sharp(bytes).stats();
      expect(channels.map(({ mean }) => Math.round(mean / 51))).toEqual([0, 0, 4]);
    }
  });

  test('a part that exceeds the picture is refused', async () => {
    const part = { left: 500, top: 0, width: 200, height: 250 };
    await expect(scaling.makePart(await plainPicture('webp', 600, 400), part)).rejects.toMatchObject({ reason: 'damaged' });
  });

  test('a stored picture of many pixels is decoded only once for all its fingerprints', async () => {
    const stored = sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#336699' } }).webp({ effort: 0 });
    // Decoding once takes a quarter of this time. Decoding for each part would take more than twice this time.
    const impatient = pictureScaling({ timeoutMs: 2_000 });
    expect(await impatient.fingerprintsOf(await stored.toBuffer())).toHaveLength(fingerprintParts.length);
    impatient.close();
  });

  test('a small picture is never enlarged', async () => {
    expect([...(await scaling.make(await plainPicture('png', 600, 400))).variants.keys()]).toEqual(['original', 256, 512]);
    expect([...(await scaling.make(await plainPicture('png', 256, 900))).variants.keys()]).toEqual(['original']);
    expect((await scaling.make(await plainPicture('png', 1, 1))).variants.size).toBe(1);
  });

  test('a picture longer than the limit of WebP is scaled down to it', async () => {
    const { width, height, variants } = await scaling.make(await plainPicture('png', 20_000, 40));
    expect([width, height]).toEqual([16_383, 33]);
    expect(await sizeOf(variants.get(256)!)).toBe('webp 256x1');
  });

  test('transparency is preserved, and grey, CMYK and 16-bit pictures become 8-bit sRGB', async () => {
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const kept = await scaling.make(clear);
    for (const bytes of kept.variants.values()) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
    const colour = sharp(await plainPicture('png'));
    const others = [
      await colour.clone().toColourspace('b-w').png().toBuffer(),
      await colour.clone().toColourspace('rgb16').png().toBuffer(),
      await colour.clone().toColourspace('cmyk').jpeg().toBuffer(),
    ];
    for (const bytes of others) {
      const { variants } = await scaling.make(bytes);
      expect(await sizeOf(variants.get(512)!)).toBe('webp 512x341');
      expect((await sharp(variants.get(512)).metadata()).space).toBe('srgb');
    }
  });

  test.each(formats.flatMap((format) => [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [format, orientation] as const)))(
    'a %s stored in orientation %d comes out upright',
    async (format, orientation) => {
      const upload = await turnedPicture(format, orientation);
      expect((await sharp(upload).metadata()).orientation ?? 1).toBe(orientation);
      const { width, height, variants } = await scaling.make(upload);
      expect([width, height]).toEqual([40, 20]);
      const shown = await sharp(variants.get('original')).raw().toBuffer();
      const corners = [
        [5, 5],
        [35, 5],
        [5, 15],
        [35, 15],
      ].map(([x = 0, y = 0]) => nearest(shown.subarray((y * 40 + x) * 3)));
      expect(corners).toEqual(uprightQuarters);
      expect((await sharp(variants.get('original')).metadata()).orientation).toBeUndefined();
    },
  );

  test('of an animation the first frame is stored', async () => {
    const upload = await movingWebp(1_000, 16);
    expect((await sharp(upload).metadata()).pages).toBe(1_000);
    const { width, height, variants } = await scaling.make(upload);
    expect([width, height]).toEqual([16, 16]);
    expect((await sharp(variants.get('original')).metadata()).pages).toBeUndefined();
    expect(nearest(await sharp(variants.get('original')).raw().toBuffer())).toBe('#ff0000');
  });
});

describe('removed data', () => {
  test.each(formats)('position, texts and embedded pictures of a %s are in none of its outputs', async (format) => {
    const upload = await pictureWithSecrets(format);
    const before = await sharp(upload).metadata();
    expect(before.exif?.includes(Buffer.from('GPS')) || hasGpsTag(before.exif)).toBe(true);
    expect(before.xmp?.includes(secret)).toBe(true);
    const { variants } = await scaling.make(upload);
    expect([...variants.keys()]).toEqual(['original', 256, 512, 1024, 2048]);
    for (const bytes of variants.values()) {
      const { exif, xmp, iptc, icc, comments, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, comments, orientation }).toEqual({});
      expect(webpChunks(bytes)).toEqual(['VP8 ']);
      for (const trace of [secret, 'SECRET', 'Exif', 'ns:meta', 'Photoshop', 'MPF']) expect(bytes.includes(trace)).toBe(false);
      expect(bytes.equals(upload)).toBe(false);
    }
  });

  test.each(formats)('a program appended to a %s is dropped', async (format) => {
    const upload = Buffer.concat([await plainPicture(format), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    const { variants } = await scaling.make(upload);
    for (const bytes of variants.values()) expect(bytes.includes('script') || bytes.includes('PK\x03\x04')).toBe(false);
  });
});

describe('refused uploads', () => {
  test.each([
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['a TIFF', Buffer.from('II*\0')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['another RIFF', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['two bytes', Buffer.from([0xff, 0xd8])],
    ['nothing', Buffer.alloc(0)],
  ])('%s, whatever its name', async (_, bytes) => {
    await expect(scaling.make(bytes)).rejects.toMatchObject({ reason: 'not-a-picture' });
  });

  test.each([
    [
      'an SVG behind the first bytes of a PNG',
      Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
    ],
    ['a GIF behind those of a JPEG', Buffer.from('\xff\xd8\xffGIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['noise behind those of a WebP', Buffer.concat([Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(500, 0xa7)])],
  ])('%s', async (_, bytes) => {
    await expect(scaling.make(bytes)).rejects.toMatchObject({ reason: 'damaged' });
  });

  test.each(formats)('a %s cut off in the middle', async (format) => {
    const whole = await noisyPicture(format, 500, 400);
    for (const part of [0.02, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.max(20, whole.length * part));
      await expect(scaling.make(cut)).rejects.toMatchObject({ reason: 'damaged' });
    }
  });

  test('one byte too many, and not the last one that is allowed', async () => {
    const picture = await plainPicture('png');
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    await expect(scaling.make(padded(8_192_001))).rejects.toMatchObject({ reason: 'too-large' });
    expect((await scaling.make(padded(8_192_000))).width).toBe(600);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 16,000 x 16,000 in 33 kB', () => pngBomb(16_000)],
    ['a JPEG that claims 65,500 x 65,500', () => jpegClaiming(65_500, 65_500)],
    ['a picture just above 50 million pixels', () => jpegClaiming(10_000, 5_001)],
  ])('%s, at once', async (_, makeBomb) => {
    const bomb = await makeBomb();
    expect(bomb.length).toBeLessThan(40_000);
    // Starts the process first, so that only the refusal is measured.
    await scaling.make(await plainPicture('png', 1, 1));
    const timesMs: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const startMs = performance.now();
      await expect(scaling.make(bomb)).rejects.toMatchObject({ reason: 'too-many-pixels' });
      timesMs.push(performance.now() - startMs);
    }
    // The other programs of a busy machine may take the processor once, but unpacking such a picture takes seconds each time.
    expect(Math.min(...timesMs)).toBeLessThan(500);
  });

  test('texts that decompress to hundreds of megabytes are ignored', async () => {
    const { width, variants } = await scaling.make(await pngWithTextBomb());
    expect(width).toBe(600);
    for (const bytes of variants.values()) expect(bytes.length).toBeLessThan(10_000);
  });
});

test('a picture that waits too long for another one is refused, and the next one is not', async () => {
  const impatient = pictureScaling({ workers: 1, maxWaitMs: 1 });
  const picture = await plainPicture('png');
  const answers = await Promise.allSettled([impatient.make(picture), impatient.make(picture)]);
  expect(answers).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { reason: 'too-busy' } }]);
  await expect(impatient.make(picture)).resolves.toMatchObject({ width: 600 });
  impatient.close();
});

test('the format is read from the first bytes only', async () => {
  for (const format of formats) expect(pictureFormat(await plainPicture(format))).toBe(format);
  expect(pictureFormat(Buffer.from('holiday.png'))).toBeNull();
});

test('the fake refuses by size and first bytes like the real one', async () => {
  const fake = fakePictureScaling({ maxBytes: 10_000 });
  const upload = await plainPicture('png');
  const { placeholder, variants } = await fake.make(upload);
  expect(variants.get(512)).toBe(upload);
  expect(placeholder).toHaveLength(36);
  await expect(fake.make(Buffer.alloc(10_001))).rejects.toMatchObject({ reason: 'too-large' });
  await expect(fake.make(Buffer.from('<svg/>'))).rejects.toMatchObject({ reason: 'not-a-picture' });
});

async function sizeOf(bytes: Buffer): Promise<string> {
  const { format, width, height } = await sharp(bytes).metadata();
  return `${format} ${width}x${height}`;
}

/** The test colour nearest to the first RGB pixel. */
function nearest(pixels: Buffer): string {
  const channel = (index: number) => ((pixels[index] ?? 0) > 127 ? 'ff' : '00');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

/** Whether EXIF bytes contain a GPS directory (tag 0x8825, either byte order). */
function hasGpsTag(exif: Buffer | undefined): boolean {
  return Boolean(exif?.includes(Buffer.from([0x88, 0x25])) || exif?.includes(Buffer.from([0x25, 0x88])));
}

function webpChunks(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < bytes.length; at += 8 + Math.ceil(bytes.readUInt32LE(at + 4) / 2) * 2) {
    names.push(bytes.toString('latin1', at, at + 4));
  }
  return names;
}
