// Computes machines for 100,000 to 100,000,000 members from costs measured in the run, and simulates the index sharded by area.
import { availableParallelism } from 'node:os';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { serverLimits } from '#server/limits.ts';
import { fixedCells, splittingCells } from './capacity/areas.ts';
import { assumedFrom } from './capacity/assumptions.ts';
import { measure } from './capacity/measure.ts';
import { printAssumptions, printLimits, printMeasures, printSimulation, printSizes, runsOf } from './capacity/print.ts';
import { searchOrigins, simulate, simulatedMembers, type Simulated } from './capacity/simulate.ts';
import { numberFlag } from './figures.ts';
import { placesWith, usualSkew } from './population.ts';

const sizes = [1e5, 1e6, 1e7, 1e8];
const shardCounts = [16, 128];
const searches = 30_000;
/** Evening in the middle of the simulated country. */
const hour = 3;
const ownOptions = ['--members', '--sockets', '--rounds', '--simulated', '--skew'];

/**
 * `--members N` of the measured process (300000), `--sockets N` (500), `--rounds N` (5), `--simulated N` members (300000), and
 * `--skew N`, the exponent of city sizes in percent (100). Each assumption has an option, which the bench prints.
 */
export async function run(args: string[]): Promise<void> {
  const assumed = assumedFrom(args, ownOptions);
  const measured = {
    // With fewer members, the difference from the small process would be lost in noise.
    members: numberFlag(args, '--members', 300_000, 150_000),
    sockets: numberFlag(args, '--sockets', 500, 30),
    rounds: numberFlag(args, '--rounds', 5),
  };
  const simulatedCount = numberFlag(args, '--simulated', 300_000, 1_000);
  const skew = numberFlag(args, '--skew', 100 * usualSkew) / 100;
  const measures = await measure(measured);
  console.log('simulating the index on shards');
  const simulated = simulateShards(simulatedCount, skew);
  printMeasures(measures);
  printAssumptions(assumed);
  printSimulation(simulatedCount, searches, skew, simulated);
  const shards = simulated.at(-1);
  if (shards === undefined) return;
  console.log(`\nMachines of ${assumed.cores} cores; measured on one with ${availableParallelism()}.`);
  const runAt = runsOf(measures, assumed, shards, serverLimits.maxConnections);
  printSizes(sizes, runAt);
  printLimits(runAt);
}

/** The last layout is the one from which the machines are computed. */
function simulateShards(count: number, skew: number): Simulated[] {
  const members = simulatedMembers(count, placesWith(skew));
  const whole = createNearbyIndex();
  for (const member of members) whole.put(member);
  const origins = searchOrigins(members, searches, hour);
  return shardCounts.flatMap((shardCount) =>
    [fixedCells, splittingCells].map((layoutOf) => simulate({ members, whole, origins }, layoutOf(members, shardCount))),
  );
}
