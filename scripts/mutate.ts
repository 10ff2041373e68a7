// Changes the code in small ways, one at a time, and counts how many of them the fast tests notice: npm run mutate
import { randomInt } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { branchAt, branchesOf } from './mutate/branches.ts';
import { drawMutants } from './mutate/draw.ts';
import { isEquivalent } from './mutate/equivalents.ts';
import { mutated, type Mutant } from './mutate/mutants.ts';
import { readReach, testsReaching, type ReachByTest } from './mutate/reach.ts';
import { createRunner, type Runner } from './mutate/runner-process.ts';
import { mutatedSources, roomOf } from './mutate/sources.ts';

const usage = `npm run mutate -- [--seed N] [--count N] [--in PATH] [--files N] [--workers N] [--fresh]

  --seed N     draws the same changes as the run that printed this seed
  --count N    how many changes are tried; 300 unless given
  --in PATH    only changes in files whose path begins with this
  --files N    test files tried for each change, the likeliest first; 25 unless given
  --workers N  test runners side by side; 1 unless given
  --fresh      finds out again which test files reach which code`;

type Outcome = 'killed' | 'timed out' | 'survived' | 'equivalent';

interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  readonly by: string;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '300' },
    in: { type: 'string', default: '' },
    files: { type: 'string', default: '25' },
    workers: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

/** Other programs on the machine must not make a slow test file look like one that hangs. */
const slowdown = (): number => Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/** A test file that takes so much longer than without the change hangs. */
const hungAfter = { times: 4, leastMs: 60_000 };

const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
console.log(`seed ${seed}`);
const sources = mutatedSources().filter(({ path }) => path.startsWith(values.in));
const textOf = new Map(sources.map(({ path, text }) => [path, text]));
const mutants = drawMutants(sources, seed, Number(values.count));
const reach = await readReach(sources, { isFresh: values.fresh, say: console.log });

const startedAt = Date.now();
const tried: Tried[] = [];
const waiting = [...mutants];
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const runner = createRunner();
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const one = await tryOut(mutant, reach, runner);
      tried.push(one);
      console.log(`${tried.length}/${mutants.length} ${one.outcome} ${describe(mutant)} (${one.by})`);
    }
    runner.close();
  }),
);
printResult();

async function tryOut(mutant: Mutant, reached: ReachByTest, runner: Runner): Promise<Tried> {
  if (isEquivalent(mutant)) return { mutant, outcome: 'equivalent', by: 'listed' };
  const text = textOf.get(mutant.path) ?? '';
  const all = testsReaching(reached, mutant.path, text, branchAt(branchesOf(mutant.path, text), mutant.start));
  const tests = all.slice(0, Number(values.files));
  if (tests.length === 0) return { mutant, outcome: 'survived', by: 'no test reaches it' };
  const slowestMs = Math.max(...tests.map((test) => reached[test]?.ms ?? 0));
  const patienceMs = Math.max(hungAfter.leastMs, slowestMs * hungAfter.times) * slowdown();
  const result = await runner.run({ texts: { [mutant.path]: mutated(text, mutant) }, tests }, patienceMs);
  if (result === null) return { mutant, outcome: 'survived', by: `${tests.length} of ${all.length} test files` };
  if (result === 'hung') return { mutant, outcome: 'timed out', by: 'a test file that does not end' };
  return { mutant, outcome: result.isTimeout ? 'timed out' : 'killed', by: result.test };
}

function describe({ path, line, original, replacement }: Mutant): string {
  const short = (text: string): string => {
    const flat = text.replace(/\s+/g, ' ');
    return flat.length > 70 ? `${flat.slice(0, 67)}...` : flat;
  };
  return `${path}:${line} ${short(original)} -> ${short(replacement) || 'nothing'}`;
}

function share(some: readonly Tried[]): string {
  const count = (outcome: Outcome) => some.filter((one) => one.outcome === outcome).length;
  const counted = some.length - count('equivalent');
  const percent = counted === 0 ? 100 : (100 * (count('killed') + count('timed out'))) / counted;
  return `${some.length} mutants, ${count('killed')} killed, ${count('timed out')} timed out, ${count('equivalent')} equivalent, share ${percent.toFixed(1)} %`;
}

function printResult(): void {
  console.log('\nSurvivors:');
  for (const { mutant, outcome, by } of tried)
    if (outcome === 'survived') console.log(`${describe(mutant)}  [${mutant.lineText}] (${by})`);
  console.log('');
  for (const [room, some] of Map.groupBy(tried, ({ mutant }) => roomOf(mutant.path))) console.log(`${room}: ${share(some)}`);
  console.log(`${((Date.now() - startedAt) / 1000 / Math.max(1, tried.length)).toFixed(1)} s for each mutant`);
  console.log(`seed ${seed}: ${share(tried)}`);
}
