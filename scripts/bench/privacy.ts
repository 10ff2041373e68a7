// Attackers with every public call of a running server: how closely they find members, whether an exact place leaks, and what the rule costs.
import { leaks, openAttackedPopulation, type Guess, type Leak } from '#server/testing/privacy/attacked-population.ts';
import { searchForCanary } from '#server/testing/privacy/canary.ts';
import { measureNeighbours } from '#server/testing/privacy/shown-neighbours.ts';
import { errorsOf } from '#server/testing/privacy/trilateration.ts';
import { likelihoodOfSame, attackInvisibleMembers, metresOff } from '#server/testing/privacy/unseen-members.ts';
import { watchNights, watchWalkers } from '#server/testing/privacy/observed-population.ts';

/** What half, one in twenty and those who are found best may at most be found to: metres, metres, share below 50 m. */
interface Bars {
  readonly median: number;
  readonly p5?: number;
  readonly shareUnder50?: number;
}

const stillBars: Bars = { median: 350, shareUnder50: 0.02 };
/** Metres a second on foot, by bicycle and by car. */
const speeds = [1.4, 5, 13];
const neighbours = 600;

/**
 * Prints each gate with its figures and bars, and rejects where one does not hold. `--victims N` (60): how many members each attack is
 * on; those that ask for each one separately take the first 60 of them.
 */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--victims');
  const victims = flag === -1 ? 60 : Number(args[flag + 1]);
  if (!Number.isInteger(victims) || victims < 20) throw new Error('--victims wants a whole number of 20 or more.');
  const missed: string[] = [];
  const say = (gate: string, what: string, isHeld: boolean) => {
    console.log(`${gate}  ${isHeld ? 'held  ' : 'MISSED'}  ${what}`);
    if (!isHeld) missed.push(`${gate}: ${what}`);
  };
  const sayErrors = (gate: string, name: string, guesses: readonly Guess[], bars: Bars) => {
    const { median, p5, shareUnder50 } = errorsOf(guesses);
    const figures = [`median ${median.toFixed(0)} m (>= ${bars.median})`];
    if (bars.p5 !== undefined) figures.push(`one in twenty ${p5.toFixed(0)} m (>= ${bars.p5})`);
    if (bars.shareUnder50 !== undefined) figures.push(`below 50 m ${percent(shareUnder50)} (<= ${percent(bars.shareUnder50)})`);
    const isHeld = median >= bars.median && p5 >= (bars.p5 ?? 0) && shareUnder50 <= (bars.shareUnder50 ?? 1);
    say(gate, `${name}, ${guesses.length} guesses: ${figures.join(', ')}`, isHeld);
  };

  console.log(`Errors of attacks on ${victims} members, in metres`);
  for (const [name, guesses] of Object.entries(await attackStill(victims))) sayErrors('PG1', name, guesses, stillBars);

  const { alone, together } = await watchNights(victims);
  sayErrors('PG2', 'thirty nights at home', alone, { median: 330, p5: 75, shareUnder50: 0.04 });
  sayErrors('PG2', 'the same of three accounts together', together, { median: 320 });

  for (const speed of speeds)
    sayErrors('PG3', `a marker that changes its cell, at ${speed} m/s`, await watchWalkers(victims, speed), {
      median: 250,
      shareUnder50: 0.03,
    });

  const { guessed, drawn, found } = await attackInvisibleMembers(victims);
  const likelihood = likelihoodOfSame(metresOff(guessed), metresOff(drawn));
  const unseen = `hidden, blocked and expired: ${found} places or counts found (0), as good as drawing lots with p ${likelihood.toFixed(3)} (> 0.001)`;
  say('PG4', unseen, found === 0 && likelihood > 0.001);

  const { places, hits } = await searchForCanary();
  const bytes = [...places.values()].reduce((sum, one) => sum + one, 0);
  const searched = `${places.size} kinds of answers, frames, pushes, logs and files (${bytes} bytes)`;
  say(
    'PG5',
    `an exact place in ${searched}: ${hits.length} hits (0)${hits.map((hit) => `\n     ${hit}`).join('')}`,
    hits.length === 0,
  );

  const { overlap, markerMedian } = await measureNeighbours(neighbours);
  const cost = `of the first 30 tiles ${overlap.toFixed(2)} are the nearest (>= 0.75), markers are off by ${markerMedian.toFixed(0)} m (<= 450)`;
  say('PG6', cost, overlap >= 0.75 && markerMedian <= 450);

  for (const [name, leak] of Object.entries<Leak>(leaks)) {
    const closest = Math.min(...Object.values(await attackStill(20, leak)).map((guesses) => errorsOf(guesses).median));
    const seen = (await searchForCanary(leak)).hits.length;
    const figures = `the place itself put into ${name} is noticed: closest attack ${closest.toFixed(0)} m (< 350), ${seen} hits (> 0)`;
    say('PG7', figures, closest < stillBars.median || seen > 0);
  }
  if (missed.length > 0) throw new Error(`Not held:\n${missed.join('\n')}`);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** On members who stay where they are. */
async function attackStill(victims: number, leak?: Leak): Promise<Record<string, Guess[]>> {
  const attacked = await openAttackedPopulation(victims, leak);
  try {
    return {
      '60 shown distances': await attacked.trilaterate(),
      'where the distance flips': await attacked.findFlips(60),
      'order alone': await attacked.compareOrder(60),
    };
  } finally {
    await attacked.close();
  }
}
