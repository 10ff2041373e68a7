// Finds the branches that each fast test file executes. The result is cached in node_modules/.cache.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readHouse, type SourceFile } from '#scripts/house/source-files.ts';
import { createRunner } from './runner-process.ts';
import { importedBy } from './sources.ts';

interface Reach {
  readonly hash: string;
  readonly ms: number;
  readonly hasPassed: boolean;
  /** The hash of each source file, and a 1 for each executed branch. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly marks: string }>>;
}

interface TestFile extends Reach {
  readonly imports: ReadonlySet<string>;
}

export type ReachByTest = Record<string, TestFile>;

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/mutate/reach.json');
const fileTimeoutMs = 300_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const hashOfFile = (file: string): string => hashOf(readFileSync(path.join(root, file), 'utf8'));

const isFastTest = (path: string): boolean =>
  /^(?:shared|server|client|manifest|scripts)\/(?!e2e\/|mutate\/).*(?<!\.(?:postgres|slow))\.test\.tsx?$/.test(path);

interface ReachOptions {
  /** If true, the cache is ignored. */
  readonly isFresh: boolean;
  readonly log: (line: string) => void;
}

/** Covers the fast tests that import any of the sources. It runs those that are new, changed, or failed last time. */
export async function readReach(sources: readonly SourceFile[], { isFresh, log }: ReachOptions): Promise<ReachByTest> {
  const files = readHouse().sources;
  const tests = files.map(({ path }) => path).filter(isFastTest);
  const importsOf = new Map(tests.map((test) => [test, importedBy(files, [test])]));
  const wanted = [...importsOf].filter(([, imports]) => sources.some(({ path }) => imports.has(path)));
  const known = isFresh ? {} : readCache();
  const missing = wanted.map(([test]) => test).filter((test) => known[test]?.hash !== hashOfFile(test) || !known[test].hasPassed);
  if (missing.length > 0) {
    log(`Running ${missing.length} test files once to record their branches.`);
    await measure(missing, log);
  }
  const reach = readCache();
  return Object.fromEntries(wanted.flatMap(([test, imports]) => (reach[test] ? [[test, { ...reach[test], imports }]] : [])));
}

async function measure(tests: readonly string[], log: ReachOptions['log']): Promise<void> {
  const runner = createRunner(true);
  for (const test of tests) {
    const hash = hashOfFile(test);
    let found: Reach = { hash, ms: fileTimeoutMs, hasPassed: false, sources: {} };
    await runner.run({ texts: {}, tests: [test] }, fileTimeoutMs, ({ ms, hasPassed, reached }) => {
      const sources = Object.entries(reached).map(([source, marks]) => [source, { hash: hashOfFile(source), marks }]);
      found = { hash, ms, hasPassed, sources: Object.fromEntries(sources) };
    });
    if (!found.hasPassed) log(`${test} fails without a mutant and is skipped.`);
    mkdirSync(path.dirname(cache), { recursive: true });
    // A parallel run may have changed the cache.
    writeFileSync(cache, JSON.stringify({ ...readCache(), [test]: found }));
  }
  runner.close();
}

function readCache(): Record<string, Reach> {
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as Record<string, Reach>;
  } catch {
    return {};
  }
}

/** The share of a source's branches that a test executes, from above 0 to 1. */
function executedShare(marks = '1'): number {
  return (1 + marks.replaceAll('0', '').length) / (1 + marks.length);
}

/**
 * Returns the test files that execute a branch, without those that fail. First come those that are quick, are of the same name or in
 * the same folder, and execute much of the source. If the source has changed since a test was measured, the test counts if it has
 * executed any branch of it. If no test has executed the source, these are all that import it.
 */
export function testsReaching(reach: ReachByTest, source: string, text: string, branch: number): string[] {
  const hash = hashOf(text);
  const folder = path.posix.dirname(source);
  const name = path.posix.basename(source).split('.')[0] ?? '';
  const isKnown = Object.values(reach).some(({ sources }) => source in sources);
  return Object.entries(reach)
    .filter(([, { hasPassed, sources, imports }]) => {
      const reached = sources[source];
      if (!hasPassed) return false;
      if (!isKnown) return imports.has(source);
      return reached !== undefined && (reached.hash !== hash || reached.marks[branch] === '1');
    })
    .map(([test, { ms, sources }]) => {
      const nearness = test.startsWith(`${folder}/${name}.`) ? 0.05 : test.startsWith(`${folder}/`) ? 0.3 : 1;
      return { test, cost: (nearness * (ms + 500)) / executedShare(sources[source]?.marks) ** 2 };
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ test }) => test);
}
