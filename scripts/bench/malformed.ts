// Sends 50,000 malformed requests and socket frames, and checks replies and memory.
import { sendMalformed } from '#server/testing/faults/fuzzer.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { inMegabytes, wholeNumber } from './figures.ts';

const maxGrownBytes = 50_000_000;
const warmUpCount = 5_000;

/** `npm run bench -- malformed [count] [seed]`. Rejects on a missing or 5xx reply, one that shows internals, or memory growth. */
export async function run([countText = '50000', seedText = '1']: string[]): Promise<void> {
  const [count, seed] = [wholeNumber(countText, 'count'), wholeNumber(seedText, 'seed', 0)];
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  try {
    const members = [await app.member(), await app.member(), await app.member({ roles: ['USER', 'ADMIN'] })];
    const { port, host } = new URL(app.origin);
    const target = { port: Number(port), host, origin: app.origin, members };
    await sendMalformed({ ...target, count: warmUpCount, seed: seed + 1_000_000 });
    const result = await sendMalformed({ ...target, count, seed });
    const grownBytes = result.rssBytesAfter - result.rssBytesBefore;
    console.log(`${result.requests} requests and ${result.frames} frames from seed ${seed}, after ${warmUpCount} for warm-up`);
    console.table(result.statuses);
    console.log(`Memory: ${inMegabytes(result.rssBytesBefore)} before, ${inMegabytes(result.rssBytesAfter)} after`);
    for (const fault of result.faults.slice(0, 20)) console.log(fault);
    if (result.faults.length > 0) throw new Error(`${result.faults.length} wrong replies.`);
    if (grownBytes > maxGrownBytes) throw new Error(`Memory grew by ${inMegabytes(grownBytes)}.`);
  } finally {
    await app.close();
  }
}
