// An attacker with every public call: how closely members are found by distances, by their flips, by order; and whether an exact place leaks.
import { leaks, openAttackedTown, type Guess, type Leak } from '#server/testing/attacked-town.ts';
import { searchForCanary } from '#server/testing/canary.ts';
import { errorsOf } from '#server/testing/trilateration.ts';

const bars = { median: 350, shareUnder50: 0.02 };

/**
 * Prints the attackers' errors, which have to be 350 m or more in the median, with at most 2 % below 50 m. `--victims N` (60): how many
 * members; the attacks that ask for each one by himself take the first 60 of them.
 */
export async function run(args: string[]): Promise<void> {
  const flag = args.indexOf('--victims');
  const victims = flag === -1 ? 60 : Number(args[flag + 1]);
  if (!Number.isInteger(victims) || victims < 20) throw new Error('--victims wants a whole number of 20 or more.');
  const failures: string[] = [];

  console.log(`${victims} members who stay where they are; errors in metres. Bars: median >= 350, below 50 m <= 2 %`);
  const errors = await attack(victims);
  for (const { attack: name, median, share } of errors) {
    const isHeld = median >= bars.median && share <= bars.shareUnder50;
    if (!isHeld && name !== 'the shown point itself') failures.push(`${name} finds members too closely`);
  }
  console.table(errors.map(printed));

  const { places, hits } = await searchForCanary();
  const bytes = [...places.values()].reduce((sum, one) => sum + one, 0);
  console.log(
    `An exact place, looked for in ${places.size} kinds of answers, frames, pushes, logs and files (${bytes} bytes): ${hits.length} hits`,
  );
  for (const hit of hits) console.log(`  ${hit}`);
  if (hits.length > 0) failures.push('an exact place was found');

  console.log('With a leak put in on purpose, which has to be seen:');
  for (const [name, leak] of Object.entries<Leak>(leaks)) {
    const [found, canary] = [await attack(20, leak), await searchForCanary(leak)];
    const closest = Math.min(...found.map(({ median }) => median));
    const isSeen = closest < bars.median || canary.hits.length > 0;
    console.log(`  ${name}: closest attack ${closest.toFixed(0)} m, ${canary.hits.length} hits`);
    if (!isSeen) failures.push(`the leak ${name} was not noticed`);
  }
  if (failures.length > 0) throw new Error(`${failures.join('; ')}.`);
}

interface Row {
  readonly attack: string;
  readonly members: number;
  readonly median: number;
  readonly share: number;
}

async function attack(victims: number, leak?: Leak): Promise<Row[]> {
  const town = await openAttackedTown(victims, leak);
  const row = (name: string, guesses: readonly Guess[]): Row => {
    const { median, shareUnder50 } = errorsOf(guesses);
    return { attack: name, members: guesses.length, median, share: shareUnder50 };
  };
  try {
    return [
      row('the shown point itself', await town.lookAtMarkers()),
      row('60 shown distances', await town.trilaterate()),
      row('where the distance flips', await town.findFlips(60)),
      row('order alone', await town.compareOrder(60)),
    ];
  } finally {
    await town.close();
  }
}

const printed = ({ attack: name, members, median, share }: Row) => ({
  attack: name,
  members,
  'median m': Math.round(median),
  'below 50 m': `${(100 * share).toFixed(1)} %`,
});
