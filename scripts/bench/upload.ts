// Time of POST /api/profile-pic for a photograph of 12 megapixels, compared with sharp creating the same files.
import sharp from 'sharp';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { noisyPicture } from '#server/testing/fakes/pictures.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

const width = 4_000;
const height = 3_000;

/** Prints medians. `--rounds N` sets the number of repetitions (5). */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--rounds');
  const rounds = flag === -1 ? 5 : Number(args[flag + 1]);
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
    // The first one starts the decoder process.
    await upload();
    const whole = await timesOf(rounds, upload);
    const alone = await timesOf(rounds, () => makeFiles(bytes));
    console.log(`${width} x ${height} pixels, ${bytes.length.toLocaleString('en')} bytes of JPEG, ${rounds} rounds`);
    console.table([
      { what: 'POST /api/profile-pic, until its answer', 'median ms': median(whole), 'slowest ms': Math.max(...whole) },
      { what: 'sharp alone, the same five files', 'median ms': median(alone), 'slowest ms': Math.max(...alone) },
    ]);
    console.log(`The call costs ${(median(whole) / median(alone)).toFixed(2)} times what sharp does.`);
  } finally {
    await app.close();
    scaling.close();
  }
}

/** The simple way: each file from the upload itself. */
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

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
