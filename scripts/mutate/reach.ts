// Which branches each fast test file reaches, found out once and kept beside the installed packages.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRunner } from './runner-process.ts';

interface Reach {
  readonly hash: string;
  readonly ms: number;
  readonly hasPassed: boolean;
  /** By source file: its hash, and a 1 for each branch that was reached. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly marks: string }>>;
}

export type ReachByTest = Record<string, Reach>;

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/mutate/reach.json');
const longestFileMs = 300_000;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const hashOfFile = (file: string): string => hashOf(readFileSync(path.join(root, file), 'utf8'));

const fastTests = (): string[] =>
  globSync('{shared,server,client}/**/*.test.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith('client/e2e/') && !/\.(?:postgres|slow)\.test\.ts$/.test(file))
    .sort();

/** Runs the test files that are new or changed since the last time, all with `isFresh`. */
export async function readReach(isFresh: boolean, sayProgress: (line: string) => void): Promise<ReachByTest> {
  const known = isFresh ? {} : readCache();
  const tests = fastTests();
  const reach: ReachByTest = Object.fromEntries(Object.entries(known).filter(([test]) => tests.includes(test)));
  const missing = tests.filter((test) => reach[test]?.hash !== hashOfFile(test));
  if (missing.length === 0) return reach;
  sayProgress(`Runs ${missing.length} test files once to see which branches each reaches.`);
  const runner = createRunner(true);
  for (const test of missing) {
    const hash = hashOfFile(test);
    reach[test] = { hash, ms: longestFileMs, hasPassed: false, sources: {} };
    await runner.run({ texts: {}, tests: [test] }, longestFileMs, ({ ms, hasPassed, reached }) => {
      const sources = Object.entries(reached).map(([source, marks]) => [source, { hash: hashOfFile(source), marks }]);
      reach[test] = { hash, ms, hasPassed, sources: Object.fromEntries(sources) };
      if (!hasPassed) sayProgress(`${test} fails as it is and is left out.`);
    });
    mkdirSync(path.dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify(reach));
  }
  runner.close();
  return reach;
}

function readCache(): ReachByTest {
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as ReachByTest;
  } catch {
    return {};
  }
}

/**
 * The test files that reach a branch, those most likely to notice and quickest first. Once the source has changed since, a
 * file counts that reached anything in it.
 */
export function testsReaching(reach: ReachByTest, source: string, text: string, branch: number): string[] {
  const hash = hashOf(text);
  const folder = path.posix.dirname(source);
  const name = path.posix.basename(source).split('.')[0] ?? '';
  return Object.entries(reach)
    .filter(([, { hasPassed, sources }]) => {
      const reached = sources[source];
      return hasPassed && reached !== undefined && (reached.hash !== hash || reached.marks[branch] === '1');
    })
    .map(([test, { ms }]) => {
      const isNear = test.startsWith(`${folder}/`);
      return { test, cost: (isNear ? (test.startsWith(`${folder}/${name}`) ? 0.2 : 0.5) : 1) * (ms + 500) };
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ test }) => test);
}
