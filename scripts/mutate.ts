// Counts how many small code changes the fast tests detect (mutation testing): npm run mutate
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

  --seed N     selects the same mutants as the run that printed this seed
  --count N    number of mutants (default 300)
  --in PATH    only mutants in files whose path starts with PATH
  --files N    maximum number of test files per mutant, the most relevant first (default 25)
  --workers N  number of parallel test runners (default 1)
  --fresh      measures again which test files reach which code`;

type Outcome = 'killed' | 'timed out' | 'survived' | 'equivalent';

interface Result {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  readonly reason: string;
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

/** Tests get more time while other programs use the machine. */
const slowdown = (): number => Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/** A test file times out after this multiple of its usual duration. */
const timeout = { factor: 4, minMs: 60_000 };

for (const name of ['seed', 'count', 'files', 'workers'] as const) {
  const value = values[name];
  if (value !== undefined && !/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1.`);
}
const seed = values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed);
console.log(`seed ${seed}`);
const sources = mutatedSources().filter(({ path }) => path.startsWith(values.in));
const textOf = new Map(sources.map(({ path, text }) => [path, text]));
const mutants = drawMutants(sources, seed, Number(values.count));
const reach = await readReach(sources, { isFresh: values.fresh, log: console.log });

const startedAt = Date.now();
const results: Result[] = [];
const remaining = [...mutants];
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const runner = createRunner();
    for (let mutant = remaining.shift(); mutant; mutant = remaining.shift()) {
      const result = await testMutant(mutant, reach, runner);
      results.push(result);
      console.log(`${results.length}/${mutants.length} ${result.outcome} ${describe(mutant)} (${result.reason})`);
    }
    runner.close();
  }),
);
printSummary();

async function testMutant(mutant: Mutant, reached: ReachByTest, runner: Runner): Promise<Result> {
  if (isEquivalent(mutant)) return { mutant, outcome: 'equivalent', reason: 'listed' };
  const text = textOf.get(mutant.path) ?? '';
  const all = testsReaching(reached, mutant.path, text, branchAt(branchesOf(mutant.path, text), mutant.start));
  const tests = all.slice(0, Number(values.files));
  if (tests.length === 0) return { mutant, outcome: 'survived', reason: 'not reached by any test' };
  const slowestMs = Math.max(...tests.map((test) => reached[test]?.ms ?? 0));
  const timeoutMs = Math.max(timeout.minMs, slowestMs * timeout.factor) * slowdown();
  const result = await runner.run({ texts: { [mutant.path]: mutated(text, mutant) }, tests }, timeoutMs);
  if (result === null) return { mutant, outcome: 'survived', reason: `${tests.length} of ${all.length} test files` };
  if (result === 'timeout') return { mutant, outcome: 'timed out', reason: 'a test file did not finish' };
  return { mutant, outcome: result.isTimeout ? 'timed out' : 'killed', reason: result.test };
}

function describe({ path, line, original, replacement }: Mutant): string {
  const shorten = (text: string): string => {
    const flat = text.replace(/\s+/g, ' ');
    return flat.length > 70 ? `${flat.slice(0, 67)}...` : flat;
  };
  return `${path}:${line} ${shorten(original)} -> ${shorten(replacement) || 'nothing'}`;
}

function summaryOf(some: readonly Result[]): string {
  const count = (outcome: Outcome) => some.filter((one) => one.outcome === outcome).length;
  const counted = some.length - count('equivalent');
  const percent = counted === 0 ? 100 : (100 * (count('killed') + count('timed out'))) / counted;
  return `${some.length} mutants, ${count('killed')} killed, ${count('timed out')} timed out, ${count('equivalent')} equivalent, detected ${percent.toFixed(1)} %`;
}

function printSummary(): void {
  console.log('\nSurvivors:');
  for (const { mutant, outcome, reason } of results)
    if (outcome === 'survived') console.log(`${describe(mutant)}  [${mutant.lineText}] (${reason})`);
  console.log('');
  for (const [room, some] of Map.groupBy(results, ({ mutant }) => roomOf(mutant.path)))
    console.log(`${room}: ${summaryOf(some)}`);
  console.log(`${((Date.now() - startedAt) / 1000 / Math.max(1, results.length)).toFixed(1)} s per mutant`);
  console.log(`seed ${seed}: ${summaryOf(results)}`);
}
