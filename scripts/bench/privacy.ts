// Attacks on members' positions through all public calls: the attackers' errors, and the rule's costs.
import { leaks, openAttackedPopulation, type Guess, type Leak } from '#server/testing/privacy/attacked-population.ts';
import { searchForCanary } from '#server/testing/privacy/canary.ts';
import { measureNeighbours } from '#server/testing/privacy/shown-neighbours.ts';
import { errorsOf } from '#server/testing/privacy/trilateration.ts';
import { likelihoodOfSame, attackInvisibleMembers, metresOff } from '#server/testing/privacy/unseen-members.ts';
import { watchNights, watchWalkers } from '#server/testing/privacy/observed-population.ts';
import { inPercent, numberFlag } from './figures.ts';

/** Limits for attackers' errors: minimum median and 5th percentile in metres, and maximum share below 50 m. */
interface Limits {
  readonly median: number;
  readonly p5?: number;
  readonly shareUnder50?: number;
}

const stillLimits: Limits = { median: 350, shareUnder50: 0.02 };
/** In m/s: on foot, by bicycle and by car. */
const speeds = [1.4, 5, 13];
const neighbours = 600;

/**
 * Rejects if a limit is missed. `--victims N` sets the number of attacked members (60); attacks with separate requests for each
 * member use the first 60.
 */
export async function run(args: string[]): Promise<void> {
  const victims = numberFlag(args, '--victims', 60, 20);
  const missed: string[] = [];
  const report = (gate: string, what: string, isOk: boolean) => {
    console.log(`${gate}  ${isOk ? 'ok    ' : 'MISSED'}  ${what}`);
    if (!isOk) missed.push(`${gate}: ${what}`);
  };
  const reportErrors = (gate: string, name: string, guesses: readonly Guess[], limits: Limits) => {
    const { median, p5, shareUnder50 } = errorsOf(guesses);
    const figures = [`median ${median.toFixed(0)} m (>= ${limits.median})`];
    if (limits.p5 !== undefined) figures.push(`p5 ${p5.toFixed(0)} m (>= ${limits.p5})`);
    if (limits.shareUnder50 !== undefined)
      figures.push(`below 50 m ${inPercent(shareUnder50)} (<= ${inPercent(limits.shareUnder50)})`);
    const isOk = median >= limits.median && p5 >= (limits.p5 ?? 0) && shareUnder50 <= (limits.shareUnder50 ?? 1);
    report(gate, `${name}, ${guesses.length} guesses: ${figures.join(', ')}`, isOk);
  };

  console.log(`Errors of attacks on ${victims} members, in metres`);
  for (const [name, guesses] of Object.entries(await attackStill(victims))) reportErrors('PG1', name, guesses, stillLimits);

  const { alone, together } = await watchNights(victims);
  reportErrors('PG2', 'thirty nights at home', alone, { median: 330, p5: 75, shareUnder50: 0.04 });
  reportErrors('PG2', 'the same, three observers combined', together, { median: 320 });

  for (const speed of speeds)
    reportErrors('PG3', `cell changes of a marker at ${speed} m/s`, await watchWalkers(victims, speed), {
      median: 250,
      shareUnder50: 0.03,
    });

  const { guessed, drawn, found } = await attackInvisibleMembers(victims);
  const likelihood = likelihoodOfSame(metresOff(guessed), metresOff(drawn));
  const unseen = `hidden, blocked and expired: ${found} places or counts found (0), guesses like random ones with p ${likelihood.toFixed(3)} (> 0.001)`;
  report('PG4', unseen, found === 0 && likelihood > 0.001);

  const { places, hits } = await searchForCanary();
  const bytes = [...places.values()].reduce((sum, one) => sum + one, 0);
  const searched = `${places.size} kinds of replies, frames, pushes, logs and files (${bytes} bytes)`;
  report(
    'PG5',
    `an exact position in ${searched}: ${hits.length} hits (0)${hits.map((hit) => `\n     ${hit}`).join('')}`,
    hits.length === 0,
  );

  const { overlap, markerMedian } = await measureNeighbours(neighbours);
  const cost = `share of the first 30 tiles that are nearest ${overlap.toFixed(2)} (>= 0.75), median error of markers ${markerMedian.toFixed(0)} m (<= 450)`;
  report('PG6', cost, overlap >= 0.75 && markerMedian <= 450);

  for (const [name, leak] of Object.entries<Leak>(leaks)) {
    const closest = Math.min(...Object.values(await attackStill(20, leak)).map((guesses) => errorsOf(guesses).median));
    const seen = (await searchForCanary(leak)).hits.length;
    const figures = `an exact position leaked into ${name} is detected: closest attack ${closest.toFixed(0)} m (< 350), ${seen} hits (> 0)`;
    report('PG7', figures, closest < stillLimits.median || seen > 0);
  }
  if (missed.length > 0) throw new Error(`Limits missed:\n${missed.join('\n')}`);
}

/** Attacks members who do not move. */
async function attackStill(victims: number, leak?: Leak): Promise<Record<string, Guess[]>> {
  const attacked = await openAttackedPopulation(victims, leak);
  try {
    return {
      '60 shown distances': await attacked.trilaterate(),
      'points where the shown distance changes': await attacked.findFlips(60),
      'order alone': await attacked.compareOrder(60),
    };
  } finally {
    await attacked.close();
  }
}
