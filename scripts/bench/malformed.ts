// Sends 50,000 malformed requests and socket frames, and checks replies and memory.
import { hammer } from '#server/testing/faults/hammer.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

/** The tolerated growth of the server's memory meanwhile. */
const maxGrownBytes = 50_000_000;
const warmUp = 5_000;

/** `npm run bench -- malformed [count] [seed]`. Rejects when one is answered 500 or more, or memory grows. */
export async function run([countText = '50000', seedText = '1']: string[]): Promise<void> {
  const [count, seed] = [Number(countText), Number(seedText)];
  // The requests are created in the same process, which delays it at times; refusals are not logged.
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  try {
    const members = [await app.member(), await app.member(), await app.member({ roles: ['USER', 'ADMIN'] })];
    const { port, host } = new URL(app.origin);
    const given = { port: Number(port), host, origin: app.origin, members };
    await hammer({ ...given, count: warmUp, seed: seed + 1_000_000 });
    const result = await hammer({ ...given, count, seed });
    const grownBytes = result.rssBytesAfter - result.rssBytesBefore;
    console.log(`${result.requests} requests and ${result.frames} frames from seed ${seed}, after ${warmUp} to warm up`);
    console.table(result.statuses);
    console.log(`Memory: ${inMegabytes(result.rssBytesBefore)} before, ${inMegabytes(result.rssBytesAfter)} after`);
    for (const fault of result.faults.slice(0, 20)) console.log(fault);
    if (result.faults.length > 0) throw new Error(`${result.faults.length} answers that must not be.`);
    if (grownBytes > maxGrownBytes) throw new Error(`Memory grew by ${inMegabytes(grownBytes)}.`);
  } finally {
    await app.close();
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
