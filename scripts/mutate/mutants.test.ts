// Tests the mutants of small texts, their selection by seed, the list of equivalents, and the instrumentation of branches.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { houseOf } from '#scripts/house/source-files.ts';
import { branchAt, branchesOf, instrumented } from './branches.ts';
import { drawMutants } from './draw.ts';
import { equivalents, isEquivalent } from './equivalents.ts';
import { parses, mutantsOf } from './mutants.ts';

const changesOf = (text: string): string[] =>
  mutantsOf('sample.ts', text)
    .filter((mutant) => parses(text, mutant))
    .map(({ original, replacement }) => `${original} -> ${replacement}`)
    .sort();

test('comparisons change their bound, and conditions are negated', () => {
  expect(changesOf('const isOld = age > 99;')).toEqual(['> -> >=']);
  expect(changesOf('const is = a === b;')).toEqual(['=== -> !==']);
  expect(changesOf('if (isOld) leave();')).toEqual(['isOld -> !(isOld)', 'leave(); -> {}']);
  expect(changesOf('const word = isOld ? one : other;')).toEqual(['isOld -> !(isOld)']);
  expect(changesOf('const is = !isOld;')).toEqual(['!isOld -> isOld']);
});

test('each of two conditions is dropped, and some becomes every', () => {
  expect(changesOf('const may = isOld && isNamed;')).toEqual([
    '&& -> ||',
    'isOld && isNamed -> (isNamed)',
    'isOld && isNamed -> (isOld)',
  ]);
  expect(changesOf('const has = list.some(isOld);')).toEqual(['some -> every']);
});

test('sums, results, statements and constants change', () => {
  expect(changesOf('const sum = a + b;')).toEqual(['+ -> -']);
  expect(changesOf('function f() { return a; }')).toEqual(['return a; -> return;']);
  expect(changesOf('function f() { return null; }')).toEqual([]);
  expect(changesOf('const f = () => a;')).toEqual(['a -> undefined']);
  expect(changesOf('store.remove(id);')).toEqual(['store.remove(id); -> ;']);
  expect(changesOf('await store.remove(id);')).toEqual(['await store.remove(id); -> ;']);
  expect(changesOf("const options = { isWide: true, name: 'wide' };")).toEqual(["'wide' -> ''", 'true -> false']);
  expect(changesOf('const few = list.filter(isOld);')).toEqual(['.filter(isOld) -> ']);
});

test('types, imports, log lines and messages of unexpected errors are not changed', () => {
  expect(changesOf("import { a } from './a.ts';")).toEqual([]);
  expect(changesOf("type Name = 'a' | 'b'; interface Box { is: true }")).toEqual([]);
  expect(changesOf("world.log.warn({ err }, 'It failed.');")).toEqual([]);
  expect(changesOf("const f = (err) => log.warn({ err }, 'It failed.');")).toEqual([]);
  expect(changesOf("if (!isDone) log.warn('It failed.');")).toEqual(['!isDone -> isDone']);
  expect(changesOf("throw new Error('It failed.');")).toEqual([]);
  expect(changesOf('const text = `a` + b;')).toEqual(['`a` -> ``']);
});

test('mutants that do not parse are excluded', () => {
  const text = 'const f = (a: number) => ({ a });\nlabel: for (;;) break label;';
  for (const mutant of mutantsOf('sample.ts', text).filter((one) => parses(text, one))) expect(mutant.line).toBe(1);
});

test('a mutant has the line number and text of its source line', () => {
  const [mutant] = mutantsOf('sample.ts', '// A sample.\n  const isOld = age > 99;\n');
  expect(mutant).toMatchObject({ line: 2, lineText: 'const isOld = age > 99;', original: '>', replacement: '>=' });
});

test('the same seed selects the same mutants, a different seed others, and none twice', () => {
  const text = Array.from({ length: 50 }, (_, i) => `export const f${i} = (a: number) => a > ${i} && a < ${i + 9};`).join('\n');
  const draw = (seed: number) =>
    drawMutants(houseOf({ 'sample.ts': text }).sources, seed, 40).map(({ start, replacement }) => `${start} ${replacement}`);
  expect(draw(7)).toEqual(draw(7));
  expect(draw(8)).not.toEqual(draw(7));
  expect(new Set(draw(7)).size).toBe(40);
});

test('an instrumented text behaves the same and records the executed branches', () => {
  const text = 'const f = (a) => (a > 1 ? "many" : a === 1 ? "one" : "none"); if (f(0) === "one") { f(9); } else f(1); f(2);';
  const branches = branchesOf('sample.ts', text);
  const run = new Function('globalThis', `${instrumented('sample.ts', text)}; return [f(0), globalThis.__reached["sample.ts"]];`);
  const [result, reached] = run({}) as [string, Uint8Array];
  expect(result).toBe('none');
  const isReached = (part: string) => reached[branchAt(branches, text.indexOf(part))] === 1;
  expect(['"many"', '"none"', 'f(9)', 'f(1)'].map(isReached)).toEqual([true, true, false, true]);
});

test('each listed equivalent is a mutant of the code', () => {
  const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const files = [...new Set(equivalents.map((one) => one.path))];
  const found = files.flatMap((file) => mutantsOf(file, textOf(file))).filter(isEquivalent);
  const isFound = ({ line, original, replacement }: (typeof equivalents)[number]) =>
    found.some((one) => one.lineText === line && one.original === original && one.replacement === replacement);
  expect(equivalents.filter((one) => !isFound(one))).toEqual([]);
});

test('a number of test files that is not one is refused, so that no mutant survives untested', () => {
  const script = path.join(import.meta.dirname, '../mutate.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--files', 'all'], { encoding: 'utf8', timeout: 10_000 });
  expect([status, stderr]).toEqual([1, expect.stringContaining('--files must be a whole number from 1.')]);
});
