// Attacks the location rule and a running server, and measures the errors of the attackers' guesses and the costs of the rule.
import {
  comparisons,
  leaks,
  openAttackedPopulation,
  type Guess,
  type Leak,
} from '#server/testing/privacy/attacked-population.ts';
import { searchForCanary } from '#server/testing/privacy/canary.ts';
import { guessIntersections } from '#server/testing/privacy/changed-grids.ts';
import { guessHomes, type Habits } from '#server/testing/privacy/home-watcher.ts';
import { measureNeighbours } from '#server/testing/privacy/shown-neighbours.ts';
import { errorsOf } from '#server/testing/privacy/trilateration.ts';
import { likelihoodOfSame, attackInvisibleMembers, metresOff } from '#server/testing/privacy/unseen-members.ts';
import { watchNights, watchWalkers } from '#server/testing/privacy/observed-population.ts';
import { inPercent, numberFlag } from './figures.ts';

/** The limits for attackers' errors: the least median and 5th percentile in metres, and the largest share below 50 m. */
interface Limits {
  readonly median: number;
  readonly p5?: number;
  readonly shareUnder50?: number;
}

/** In thirty nights members go home and stay for an hour. GPS errs by 20 m in each fix, and by 10 m in all fixes of a night. */
const nights: Habits = { nights: 30, fixMetres: 20, nightMetres: 10, fixes: 12 };
const homeLimits: Limits = { median: 350, p5: 95, shareUnder50: 0.025 };
const indoorLimits: Limits = { median: 330, p5: 80, shareUnder50: 0.04 };
const noLimits: Limits = { median: 0 };
const stillLimits: Limits = { median: 350, shareUnder50: 0.02 };
/** The speeds in m/s on foot, by bicycle and by car. */
const speeds = [1.4, 5, 13];
const neighbours = 600;

/**
 * Rejects if a limit is missed. `--victims N` members are attacked (60). The attacks that search for changes use the first 60 only.
 * `--simulated N` members are watched for nights without a server (2,000), and `--watched N` over HTTP (450).
 */
export async function run(args: string[]): Promise<void> {
  const victims = numberFlag(args, '--victims', 60, 20);
  const simulated = numberFlag(args, '--simulated', 2_000, 100);
  const watchedOverHttp = numberFlag(args, '--watched', 450, 20);
  const missed: string[] = [];
  const report = (gate: string, what: string, isOk: boolean) => {
    console.log(`${gate}  ${isOk ? 'ok    ' : 'MISSED'}  ${what}`);
    if (!isOk) missed.push(`${gate}: ${what}`);
  };
  const reportErrors = (gate: string, name: string, guesses: readonly Guess[], limits: Limits) => {
    const { median, p5, shareUnder50, intervals } = errorsOf(guesses);
    const [metres, share] = [(value: number) => value.toFixed(0), inPercent] as const;
    const figures = [
      `median ${metres(median)} m [${intervals.median.map(metres).join(' to ')}] (>= ${limits.median})`,
      `p5 ${metres(p5)} m [${intervals.p5.map(metres).join(' to ')}] (>= ${limits.p5 ?? 0})`,
      `below 50 m ${share(shareUnder50)} [${intervals.shareUnder50.map(share).join(' to ')}] (<= ${share(limits.shareUnder50 ?? 1)})`,
    ];
    const isOk = median >= limits.median && p5 >= (limits.p5 ?? 0) && shareUnder50 <= (limits.shareUnder50 ?? 1);
    report(gate, `${name}, ${guesses.length} guesses: ${figures.join(', ')}`, isOk);
  };

  console.log(`Errors of attacks on ${victims} members, in metres`);
  for (const [name, guesses] of Object.entries(await attackStill(victims))) reportErrors('PG1', name, guesses, stillLimits);

  for (const [name, leak] of Object.entries(comparisons))
    for (const [attack, guesses] of Object.entries(await attackStill(20, leak)))
      reportErrors('for comparison', `${name}, ${attack}`, guesses, noLimits);

  const simulate = (habits: Partial<Habits>, accounts = 1) =>
    guessHomes({ ...nights, ...habits }, { count: simulated, accounts, seed: 5 });
  reportErrors('PG2a', '30 nights', simulate({}), homeLimits);
  reportErrors('PG2b', '30 nights indoors', simulate({ fixMetres: 50, nightMetres: 20 }), indoorLimits);
  reportErrors('PG2c', '90 nights', simulate({ nights: 90 }), homeLimits);
  reportErrors('PG2c', 'a restart of the server each night', simulate({ restarts: true }), homeLimits);
  reportErrors('PG2c', 'hidden on the way', simulate({ unhides: true }), homeLimits);
  reportErrors('PG2c', 'a single fix a day', simulate({ fixes: 1 }), homeLimits);
  reportErrors('PG2d', 'a logout and a restart each night', simulate({ restarts: true, logsOut: true }), noLimits);
  reportErrors('PG2d', 'three accounts in one place', simulate({}, 3), homeLimits);
  reportErrors('PG2a', '30 nights over HTTP', await watchNights(watchedOverHttp, nights), homeLimits);

  const { switched, earlier } = guessIntersections(simulated);
  reportErrors('PG8', 'area and wide cell of one member', switched, homeLimits);
  reportErrors('PG8', 'earlier and present wide cell', earlier, homeLimits);

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
    const seen = (await searchForCanary({ leak })).hits.length;
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
