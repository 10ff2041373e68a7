// Kills a server process repeatedly while eight members write, like and move, and counts lost and duplicated writes.
import { killRepeatedly } from '#server/testing/faults/killed-server.ts';
import { numberFlag } from './figures.ts';

/** `npm run bench -- kill [--kills N | --all]` makes 50 kills, or 200 with --all. Rejects if a write is lost or duplicated. */
export async function run(args: string[]): Promise<void> {
  const { answered, ...outcome } = await killRepeatedly(args.includes('--all') ? 200 : numberFlag(args, '--kills', 50));
  console.log(
    `${outcome.kills} kills; answered: ${answered.messages} messages, ${answered.likes} likes, ${answered.positions} positions; ` +
      `${outcome.unanswered} unanswered writes were sent again`,
  );
  console.log(
    `Lost ${outcome.lost}, duplicated ${outcome.doubled}, out of order or missing in lists ${outcome.wrong}, ` +
      `outdated ${outcome.stale}; integrity ${outcome.integrity}; slowest start ${outcome.slowestStartMs} ms`,
  );
  const { lost, doubled, wrong, stale, integrity } = outcome;
  if (lost + doubled + wrong + stale > 0 || integrity !== 'ok') throw new Error('Writes were lost or duplicated.');
}
