// Measures POST /api/profile-pic for a 12-megapixel photograph, compared with sharp creating the same files.
import sharp from 'sharp';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { median, numberFlag } from './figures.ts';

const width = 4_000;
const height = 3_000;

/** `--rounds N` sets the number of repetitions (5). */
export async function run(args: string[]): Promise<void> {
  const rounds = numberFlag(args, '--rounds', 5);
  const bytes = await noisyPicture('jpeg', width, height);
  const scaling = pictureScaling();
  const app = await openTestApp({ parts: { pictureScaling: scaling } });
  try {
    const member = await app.member();
    const upload = async () => {
      const picfile = { bytes, name: 'photograph.jpg', type: 'image/jpeg' };
      const { status, body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
      if (status !== 200) throw new Error(`The upload was refused: ${JSON.stringify(body)}`);
    };
    // The first upload starts the decoder process.
    await upload();
    const calls = await timesOf(rounds, upload);
    const sharpAlone = await timesOf(rounds, () => makeFiles(bytes));
    console.log(`${width} x ${height} pixels, ${bytes.length.toLocaleString('en')} bytes of JPEG, ${rounds} rounds`);
    console.table([
      { what: 'POST /api/profile-pic', 'median ms': median(calls), 'slowest ms': Math.max(...calls) },
      { what: 'sharp alone, the same five files', 'median ms': median(sharpAlone), 'slowest ms': Math.max(...sharpAlone) },
    ]);
    console.log(`The call takes ${(median(calls) / median(sharpAlone)).toFixed(2)} times as long as sharp alone.`);
  } finally {
    await app.close();
    scaling.close();
  }
}

/** Creates each file from the original upload. */
async function makeFiles(bytes: Buffer): Promise<void> {
  await sharp(bytes).autoOrient().webp({ quality: 82, effort: 1 }).toBuffer();
  for (const target of [256, 512, 1_024, 2_048])
    await sharp(bytes).autoOrient().resize({ width: target }).webp({ quality: 82 }).toBuffer();
}

async function timesOf(rounds: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const beganMs = performance.now();
    await work();
    times.push(Math.round(performance.now() - beganMs));
  }
  return times;
}
