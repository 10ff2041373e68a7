// Runs test files with source texts that are replaced in memory, in the process of the test runner.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import config from '#scripts/vitest.config.ts';
import { instrumented } from './branches.ts';
import { mutatedSources } from './sources.ts';

export interface Job {
  /** The replaced source texts by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** The test files, which run one after the other until one fails. */
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
const isMeasuring = process.argv.includes('--measure');

/** Timeouts are shorter than usual, since mutants often prevent the awaited event, but longer while other programs run. */
const slowdown = Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
const timeouts = { poll: 5_000 * slowdown, test: 20_000 * slowdown };

let texts: Readonly<Record<string, string>> = {};

function replaceTexts(): Plugin {
  const sources = new Set(mutatedSources().map((file) => file.path));
  return {
    name: 'replace-texts',
    enforce: 'pre',
    // This is not `transform`, because vitest rewrites `import.meta.env` before it, which adds branches.
    load(id) {
      const file = path.relative(root, id).replaceAll(path.sep, '/');
      if (isMeasuring && sources.has(file)) return instrumented(file, readFileSync(id, 'utf8'));
      return texts[file] ?? null;
    },
  };
}

const send = (report: Report): void => void process.send?.(report);

const relative = (module: TestModule): string => path.relative(root, module.moduleId).replaceAll(path.sep, '/');

/** The failures of the current run. Vitest also keeps those of earlier runs. */
let failedModules: TestModule[] = [];

const reporter: Reporter = {
  onTestModuleEnd(module) {
    if (module.state() === 'failed') failedModules.push(module);
    const { reached = {} } = module.meta() as { reached?: Record<string, string> };
    send({
      is: 'file',
      test: relative(module),
      ms: module.diagnostic().duration + module.diagnostic().collectDuration,
      hasPassed: module.state() !== 'failed',
      reached,
    });
  },
};

class KeepOrder {
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
    // The cache key is the file rather than the replaced text.
    fsModuleCache: false,
    bail: isMeasuring ? 0 : 1,
    maxWorkers: 1,
    reporters: [reporter],
    sequence: { sequencer: KeepOrder },
    setupFiles: [...[setupFiles ?? []].flat(), 'scripts/mutate/setup.ts'],
    expect: { poll: { timeout: timeouts.poll } },
    testTimeout: timeouts.test,
    execArgv: ['--max-old-space-size=1500'],
  },
  { plugins: [replaceTexts()] },
);

function invalidate(): void {
  for (const file of Object.keys(texts)) vitest.invalidateFile(path.join(root, file));
}

process.on('message', ({ texts: replaced, tests }: Job) => {
  invalidate();
  texts = replaced;
  invalidate();
  void run(tests).then((failure) => send({ is: 'end', failure }));
});
process.on('disconnect', () => process.exit());

async function run(tests: readonly string[]): Promise<Failure | null> {
  const project = vitest.getRootProject();
  const files = tests.filter((file) => existsSync(path.join(root, file)));
  vitest.state.clearErrors();
  failedModules = [];
  const { unhandledErrors } = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(path.join(root, file))),
  );
  const [failed] = failedModules;
  if (!failed && unhandledErrors.length === 0) return null;
  const first = failed && [...failed.children.allTests('failed')][0];
  const message = String(
    first?.result().errors?.[0]?.message ?? failed?.errors()[0]?.message ?? (unhandledErrors[0] as Error | undefined)?.message,
  );
  return {
    test: failed ? `${relative(failed)}: ${first?.fullName ?? 'the file'}` : 'outside the tests',
    message,
    isTimeout: /^(?:Test|Hook) timed out in/.test(message),
  };
}

send({ is: 'ready' });
