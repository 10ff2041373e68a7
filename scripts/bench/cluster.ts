// Runs three processes under load and faults, counts what is lost, doubled or disclosed, and measures two processes against one.
import { runFaultyCluster, type Targets } from '#server/testing/cluster/faulty-cluster.ts';
import { totalOf, type Tally } from '#server/testing/cluster/run.ts';
import { measureThroughput } from './cluster-throughput.ts';
import { numberFlag } from './figures.ts';

const full: Targets = { messages: 100_000, blocks: 10_000, hides: 10_000, logouts: 10_000, positions: 10_000 };

/**
 * `npm run bench -- cluster [--messages N] [--others N] [--seconds N] [--seed N] [--faults | --throughput]`. Each fault lasts
 * `--seconds`, in turn, until there are N messages and N of each other kind. Rejects if a count that must be zero is not.
 */
export async function run(args: string[]): Promise<void> {
  if (!args.includes('--throughput')) await runFaults(args);
  if (!args.includes('--faults')) await measureThroughput(numberFlag(args, '--seconds', 30));
}

async function runFaults(args: string[]): Promise<void> {
  const others = numberFlag(args, '--others', full.blocks);
  const targets = {
    messages: numberFlag(args, '--messages', full.messages),
    blocks: others,
    hides: others,
    logouts: others,
    positions: others,
  };
  const { tallies, kills, cutCalls, ownEnds, findings, oddAnswers } = await runFaultyCluster({
    targets,
    seconds: numberFlag(args, '--seconds', 30),
    seed: numberFlag(args, '--seed', 1, 0),
    onPhase: (fault, { messages, blocks, hides, logouts, positions }) =>
      console.log(`${fault}: ${messages} messages, ${blocks} blocks, ${hides} hides, ${logouts} logouts, ${positions} positions`),
  });
  const total = totalOf(tallies.values());
  console.table([...tallies, ['all', total] as const].map(([fault, tally]) => doneIn(fault, tally)));
  console.table([...tallies, ['all', total] as const].map(([fault, tally]) => wrongIn(fault, tally)));
  console.log(`${kills} kills; ${cutCalls} calls cut by a termination; ${ownEnds} processes ended themselves`);
  console.log(`Sent again: ${total.pushesRepeated} of ${total.pushes} pushes, ${total.mailsRepeated} mails`);
  for (const [answer, times] of oddAnswers) console.log(`Unexpected, ${times} times: ${answer}`);
  for (const finding of findings.slice(0, 20)) console.log(finding);
  const repeats = total.pushesRepeated + total.mailsRepeated;
  if (findings.length > 0 || oddAnswers.size > 0 || cutCalls > 0 || repeats > total.faults)
    throw new Error('Something was lost, doubled, disclosed or repeated too often.');
}

const doneIn = (fault: string, { seconds, faults, messages, blocks, hides, logouts, deletions, positions, repeats }: Tally) => ({
  fault,
  seconds,
  faults,
  messages,
  blocks,
  hides,
  logouts,
  deletions,
  positions,
  repeats,
});

const wrongIn = (fault: string, tally: Tally) => ({
  fault,
  asked: tally.asked,
  lost: tally.lost,
  doubled: tally.doubled,
  'out of order': tally.outOfOrder,
  'seen after fence': tally.seenAfterFence,
  'limit exceeded': tally.overLimit,
  'positions deleted': tally.positionsLost,
  'pictures lost': tally.picturesLost,
});
