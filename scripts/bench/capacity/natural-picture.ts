// A generated picture whose files are about as large as those of photographs: all scales have the same contrast, as in nature.
import sharp from 'sharp';
import { normalFrom } from '#server/testing/app/seeded.ts';

const [width, height] = [1_600, 2_000];
const octaves = 9;
/** Grey levels, as the standard deviation of one octave. The sum then has a deviation of 24, as if most of the picture was out of focus. */
const contrast = 8;

export async function naturalPicture(random: () => number): Promise<Buffer> {
  const normal = normalFrom(random);
  const sums = new Float32Array(width * height).fill(128);
  for (let octave = 1; octave <= octaves; octave += 1) {
    const size = { width: Math.max(2, Math.round(width / 2 ** octave)), height: Math.max(2, Math.round(height / 2 ** octave)) };
    const noise = Uint8Array.from({ length: size.width * size.height }, () =>
      Math.min(255, Math.max(0, Math.round(128 + 40 * normal()))),
    );
    const large = await sharp(noise, { raw: { ...size, channels: 1 } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + ((large[at] ?? 128) - 128) * (contrast / 40);
  }
  return sharp(Uint8ClampedArray.from(sums), { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .jpeg({ quality: 90 })
    .toBuffer();
}
