// One long-lived test runner as a process of its own: runs given test files with one source text changed in memory.
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import config from '#scripts/vitest.config.ts';
import { marked } from './branches.ts';
import { mutatedSources } from './sources.ts';

export interface Order {
  /** The source files that are changed, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Run one after the other until one fails. */
  readonly tests: readonly string[];
}

export type Report =
  | { readonly is: 'ready' }
  | {
      readonly is: 'file';
      readonly test: string;
      readonly ms: number;
      readonly hasPassed: boolean;
      readonly reached: Record<string, string>;
    }
  | { readonly is: 'end'; readonly failure: Failure | null };

export interface Failure {
  readonly test: string;
  readonly message: string;
  readonly isTimeout: boolean;
}

const root = path.join(import.meta.dirname, '../..');
const isMarking = process.argv.includes('--mark');

/** Shorter than usual, since a mutant often prevents what a test waits for; longer while other programs use the machine. */
const slowdown = Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
const patience = { poll: 5_000 * slowdown, test: 20_000 * slowdown };

let texts: Readonly<Record<string, string>> = {};

function changedTexts(): Plugin {
  const sources = new Set(mutatedSources().map((file) => file.path));
  return {
    name: 'changed-texts',
    enforce: 'pre',
    transform(code, id) {
      const file = path.relative(root, id).replaceAll(path.sep, '/');
      if (isMarking && sources.has(file)) return { code: marked(file, code), map: null };
      const text = texts[file];
      return text === undefined ? null : { code: text, map: null };
    },
  };
}

const say = (report: Report): void => void process.send?.(report);

const relative = (module: TestModule): string => path.relative(root, module.moduleId).replaceAll(path.sep, '/');

/** Failures of this run only: the runner remembers results of earlier runs too. */
let failedNow: TestModule[] = [];

const reporter: Reporter = {
  onTestModuleEnd(module) {
    if (module.state() === 'failed') failedNow.push(module);
    const { reached = {} } = module.meta() as { reached?: Record<string, string> };
    say({
      is: 'file',
      test: relative(module),
      ms: module.diagnostic().duration + module.diagnostic().collectDuration,
      hasPassed: module.state() !== 'failed',
      reached,
    });
  },
};

class AsGiven {
  shard = (files: TestSpecification[]): TestSpecification[] => files;
  sort = (files: TestSpecification[]): TestSpecification[] => files;
}

const [fast] = config.test?.projects ?? [];
const { sequence: _, setupFiles, ...test } = (fast as { test: NonNullable<typeof config.test> }).test;
const vitest = await createVitest(
  'test',
  {
    ...test,
    config: false,
    root,
    watch: false,
    cache: false,
    // Its key is the file, not the text that is served for it.
    fsModuleCache: false,
    bail: isMarking ? 0 : 1,
    maxWorkers: 1,
    reporters: [reporter],
    sequence: { sequencer: AsGiven },
    setupFiles: [...[setupFiles ?? []].flat(), 'scripts/mutate/setup.ts'],
    expect: { poll: { timeout: patience.poll } },
    testTimeout: patience.test,
    execArgv: ['--max-old-space-size=1500'],
  },
  { plugins: [changedTexts()] },
);

function invalidate(): void {
  for (const file of Object.keys(texts)) vitest.invalidateFile(path.join(root, file));
}

process.on('message', ({ texts: wanted, tests }: Order) => {
  invalidate();
  texts = wanted;
  invalidate();
  void run(tests).then((failure) => say({ is: 'end', failure }));
});
process.on('disconnect', () => process.exit());

async function run(tests: readonly string[]): Promise<Failure | null> {
  const project = vitest.getRootProject();
  const files = tests.filter((file) => existsSync(path.join(root, file)));
  vitest.state.clearErrors();
  failedNow = [];
  const { unhandledErrors } = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(path.join(root, file))),
  );
  const [failed] = failedNow;
  if (!failed && unhandledErrors.length === 0) return null;
  const first = failed && [...failed.children.allTests('failed')][0];
  const message = String(
    first?.result().errors?.[0]?.message ?? failed?.errors()[0]?.message ?? (unhandledErrors[0] as Error | undefined)?.message,
  );
  return {
    test: failed ? `${relative(failed)}: ${first?.fullName ?? 'the file'}` : 'outside of the tests',
    message,
    isTimeout: /^(?:Test|Hook) timed out in/.test(message),
  };
}

say({ is: 'ready' });
