// Decodes pictures upright, and computes the fingerprint of decoded ones.
import sharp, { type Sharp } from 'sharp';
import { fingerprintOf, fingerprintSide } from './picture-fingerprint.ts';

/** The largest width below the full size, in pixels. */
const largestWidth = 2_048;

/** Opens a picture, or the first frame of an animation, upright. */
export const uprightPicture = (bytes: Buffer, maxPixels: number): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient();

/** Decodes a picture of this width, shrunk to the largest width if it is wider. Returns a function that opens the result. */
export async function smallerOf(picture: Sharp, width: number): Promise<() => Sharp> {
  const { data, info } = await picture
    .resize({ width: Math.min(width, largestWidth) })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { channels, width: rawWidth, height: rawHeight } = info;
  return () => sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } });
}

export async function fingerprintOfPixels(picture: Sharp): Promise<string> {
  const grey = await picture
    .flatten({ background: '#808080' })
    .greyscale()
    .resize(fingerprintSide, fingerprintSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return fingerprintOf(grey);
}
