// Kills a server process repeatedly while eight members write, like and move, and counts lost and doubled writes.
import { killRepeatedly } from '#server/testing/faults/killed-server.ts';

/** Prints the counts. 50 kills; `--kills N` sets another number, `--all` is 200. Rejects when anything is lost or doubled. */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--kills');
  const kills = args.includes('--all') ? 200 : flag === -1 ? 50 : Number(args[flag + 1]);
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills wants a whole number.');
  const { answered, ...outcome } = await killRepeatedly(kills);
  console.log(
    `${outcome.kills} kills; answered: ${answered.messages} messages, ${answered.likes} likes, ${answered.positions} positions; ` +
      `${outcome.unanswered} writes were left without an answer and sent again`,
  );
  console.log(
    `Answered and lost ${outcome.lost}, there twice ${outcome.doubled}, out of order or unseen ${outcome.wrong}, ` +
      `older state ${outcome.stale}; integrity ${outcome.integrity}; slowest start ${outcome.slowestStartMs} ms`,
  );
  const { lost, doubled, wrong, stale, integrity } = outcome;
  if (lost + doubled + wrong + stale > 0 || integrity !== 'ok') throw new Error('Something did not survive.');
}
