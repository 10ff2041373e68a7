// No stored file contains metadata, checked with a metadata reader in every size and format.
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import {
  pictureWithSecrets,
  secret,
  turnedLargePicture,
  uprightQuarters,
  type PictureFormat,
} from '#server/testing/fakes/pictures.ts';
import { pictureScaling, type PictureScaling } from './picture-scaling.ts';

const scaling = pictureScaling();
afterAll(() => scaling.close());

/** All files made from an upload, by name. */
async function filesOf(own: PictureScaling, upload: Buffer): Promise<Map<string, Buffer>> {
  const { variants } = await own.make(upload);
  const files = new Map([...variants].map(([variant, bytes]) => [`${variant}.webp`, bytes]));
  for (const [width, bytes] of await own.makeAvif(variants.get(2_048) ?? variants.get('original') ?? upload))
    files.set(`${width}.avif`, bytes);
  return files;
}
/** Groups of metadata beyond the picture itself, each of which could contain secrets. */
const metadataIn = (bytes: Buffer) => {
  const { exif, iptc, xmp, gps, icc, Thumbnail, photoshop, makerNotes, pngText, jfif } = ExifReader.load(bytes, {
    expanded: true,
  });
  const all = { exif, iptc, xmp, gps, icc, Thumbnail, photoshop, makerNotes, pngText, jfif };
  return Object.keys(all).filter((key) => Object.keys(Object(Reflect.get(all, key))).length > 0);
};

test.each<PictureFormat>(['png', 'jpeg', 'webp'])(
  'no file made from a %s contains metadata, such as the place of a photograph',
  async (format) => {
    const upload = await pictureWithSecrets(format);
    expect(metadataIn(upload)).toEqual(expect.arrayContaining(['exif', 'gps']));
    const files = await filesOf(scaling, upload);
    expect([...files.keys()]).toEqual([
      'original.webp',
      '256.webp',
      '512.webp',
      '1024.webp',
      '2048.webp',
      '256.avif',
      '512.avif',
      '1024.avif',
    ]);
    for (const [name, bytes] of files) {
      expect(metadataIn(bytes), name).toEqual([]);
      expect((await sharp(bytes).metadata()).format, name).toBe(name.endsWith('avif') ? 'heif' : 'webp');
      for (const trace of [secret, 'SECRET', 'Exif', 'ns:meta', 'Photoshop', 'MPF'])
        expect(bytes.includes(trace), name).toBe(false);
    }
  },
);

test('the reader finds metadata in an AVIF too', async () => {
  const { variants } = await scaling.make(await pictureWithSecrets('jpeg'));
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 59/1' } };
  const withMetadata = await sharp(variants.get(256))
    .withExif(place)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .avif()
    .toBuffer();
  expect(metadataIn(withMetadata)).toEqual(expect.arrayContaining(['exif', 'gps']));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photograph with orientation %d is upright in every file', async (orientation) => {
  const upload = await turnedLargePicture(orientation);
  expect((await sharp(upload).metadata()).orientation ?? 1).toBe(orientation);
  for (const [name, bytes] of await filesOf(scaling, upload)) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.width, name).toBe(info.height * 2);
    const at = (across: number, down: number) => {
      const offset = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
      return `#${[0, 1, 2].map((channel) => ((data[offset + channel] ?? 0) > 127 ? 'ff' : '00')).join('')}`;
    };
    expect([at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)], name).toEqual(uprightQuarters);
  }
});

test('AVIF is made in the widths below that of the picture, and of valid pictures only', async () => {
  const { variants } = await scaling.make(
    await sharp({ create: { width: 600, height: 300, channels: 3, background: '#369' } })
      .png()
      .toBuffer(),
  );
  const kept = variants.get('original');
  expect([...(await scaling.makeAvif(kept ?? Buffer.alloc(0))).keys()]).toEqual([256, 512]);
  await expect(scaling.makeAvif(Buffer.from('no picture'))).rejects.toMatchObject({ reason: 'damaged' });
});
