// Measures the first paint with a server, without one, and without one in a fresh browser, compared with the reference.
import { median } from '#scripts/bench/figures.ts';
import { share, type Measurement } from './measurements.ts';
import { firstPaint, openDevice, visit, type Device, type FirstPaint } from './browser.ts';
import { serveFolder, type Served } from './served.ts';

const rounds = 6;

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
    const started = await inTurns(sides, rounds, async (side) => {
      await side.device.restart();
      return openAgain(side);
    });
    return [
      ...bothShares('first paint of home, warm, with a server', warm, 0.75),
      ...bothShares('first paint of home, no server', offline, 0.7),
      ...bothShares('the same in a browser just started', started, 0.75),
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
  measure: (side: Side) => Promise<FirstPaint>,
): Promise<Taken> {
  const taken: Taken = [[], []];
  for (let round = 0; round < times; round += 1) {
    taken[0].push(await measure(own));
    taken[1].push(await measure(reference));
  }
  return taken;
}

type Taken = readonly [own: FirstPaint[], reference: FirstPaint[]];

function bothShares(what: string, taken: Taken, max: number): Measurement[] {
  const shareOf = (name: string, kind: keyof FirstPaint) => {
    const [own, reference] = taken.map((paints) => median(paints.map((paint) => paint[kind])));
    return share(name, own ?? Number.NaN, reference ?? Number.NaN, max);
  };
  return [shareOf(what, 'ms'), shareOf(`${what}, CPU`, 'cpuMs')];
}

async function openAgain({ device, url }: Side): Promise<FirstPaint> {
  const page = await device.context().newPage();
  const paint = await firstPaint(page, url);
  await page.close();
  return paint;
}
