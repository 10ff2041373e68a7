// Time to the first paint compared with the reference: warm with a server, without one, and without one in a fresh browser process.
import { share, type Measurement } from './measurements.ts';
import { firstPaintMs, median, openDevice, visit, type Device } from './browser.ts';
import { serveFolder, type Served } from './served.ts';

const rounds = 9;
const starts = 5;

interface Side {
  readonly device: Device;
  readonly url: string;
  readonly served: Served;
}

/** Rounds of both alternate, so that a busy moment of the machine affects both. */
export async function measurePaint(ownDir: string, referenceDir: string): Promise<Measurement[]> {
  const sides = [await openSide(ownDir), await openSide(referenceDir)] as const;
  try {
    const warm = await inTurns(sides, rounds, openAgain);
    for (const { served } of sides) await served.stop();
    const offline = await inTurns(sides, rounds, openAgain);
    const started = await inTurns(sides, starts, async (side) => {
      await side.device.restart();
      return openAgain(side);
    });
    return [
      share('first paint of home, warm, with a server', ...warm, 0.7),
      share('first paint of home, no server', ...offline, 0.6),
      share('the same in a browser just started', ...started, 0.6),
    ];
  } finally {
    for (const { device } of sides) await device.remove();
  }
}

async function openSide(distDir: string): Promise<Side> {
  const served = await serveFolder(distDir);
  const device = await openDevice();
  const url = `${served.origin}/`;
  await visit(device, url);
  return { device, url, served };
}

async function inTurns(
  [own, reference]: readonly [Side, Side],
  times: number,
  measure: (side: Side) => Promise<number>,
): Promise<[own: number, reference: number]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1) {
    taken[0].push(await measure(own));
    taken[1].push(await measure(reference));
  }
  return [median(taken[0]), median(taken[1])];
}

async function openAgain({ device, url }: Side): Promise<number> {
  const page = await device.context().newPage();
  const ms = await firstPaintMs(page, url);
  await page.close();
  return ms;
}
