// Which branches each fast test file reaches, found out once and kept beside the installed packages.
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
  /** By source file: its hash, and a 1 for each branch that was reached. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly marks: string }>>;
}

interface TestFile extends Reach {
  readonly imports: ReadonlySet<string>;
}

export type ReachByTest = Record<string, TestFile>;

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/mutate/reach.json');
const longestFileMs = 300_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const hashOfFile = (file: string): string => hashOf(readFileSync(path.join(root, file), 'utf8'));

const isFastTest = (path: string): boolean =>
  /^(?:shared|server|client|manifest|scripts)\/(?!e2e\/|mutate\/).*(?<!\.(?:postgres|slow))\.test\.tsx?$/.test(path);

interface ReachOptions {
  /** Finds out everything again. */
  readonly isFresh: boolean;
  readonly say: (line: string) => void;
}

/** Of the fast tests that import any of the sources. Runs those that are new, changed, or failed the last time. */
export async function readReach(sources: readonly SourceFile[], { isFresh, say }: ReachOptions): Promise<ReachByTest> {
  const files = readHouse().sources;
  const tests = files.map(({ path }) => path).filter(isFastTest);
  const importsOf = new Map(tests.map((test) => [test, importedBy(files, [test])]));
  const wanted = [...importsOf].filter(([, imports]) => sources.some(({ path }) => imports.has(path)));
  const known = isFresh ? {} : readCache();
  const missing = wanted.map(([test]) => test).filter((test) => known[test]?.hash !== hashOfFile(test) || !known[test].hasPassed);
  if (missing.length > 0) {
    say(`Runs ${missing.length} test files once to see which branches each reaches.`);
    await findOut(missing, say);
  }
  const reach = readCache();
  return Object.fromEntries(wanted.flatMap(([test, imports]) => (reach[test] ? [[test, { ...reach[test], imports }]] : [])));
}

async function findOut(tests: readonly string[], say: ReachOptions['say']): Promise<void> {
  const runner = createRunner(true);
  for (const test of tests) {
    const hash = hashOfFile(test);
    let found: Reach = { hash, ms: longestFileMs, hasPassed: false, sources: {} };
    await runner.run({ texts: {}, tests: [test] }, longestFileMs, ({ ms, hasPassed, reached }) => {
      const sources = Object.entries(reached).map(([source, marks]) => [source, { hash: hashOfFile(source), marks }]);
      found = { hash, ms, hasPassed, sources: Object.fromEntries(sources) };
    });
    if (!found.hasPassed) say(`${test} fails as it is and is left out.`);
    mkdirSync(path.dirname(cache), { recursive: true });
    // Another run may have added to it meanwhile.
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

/**
 * The test files that reach a branch, those most likely to notice and quickest first. When the source has changed since, all
 * that reached anything in it; when none knows it by this path, all that import it.
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
    .map(([test, { ms }]) => {
      const nearness = test.startsWith(`${folder}/${name}.`) ? 0.05 : test.startsWith(`${folder}/`) ? 0.3 : 1;
      return { test, cost: nearness * (ms + 500) };
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ test }) => test);
}
