// The changes that are made to a small text, those that are not, and the same ones for the same seed.
import { expect, test } from 'vitest';
import { houseOf } from '#scripts/house/source-files.ts';
import { branchAt, branchesOf, marked } from './branches.ts';
import { drawMutants } from './draw.ts';
import { isProgram, mutantsOf } from './mutants.ts';

const changesOf = (text: string): string[] =>
  mutantsOf('sample.ts', text)
    .filter((mutant) => isProgram(text, mutant))
    .map(({ original, replacement }) => `${original} -> ${replacement}`)
    .sort();

test('comparisons move their bound, and conditions turn round', () => {
  expect(changesOf('const isOld = age > 99;')).toEqual(['> -> >=']);
  expect(changesOf('const is = a === b;')).toEqual(['=== -> !==']);
  expect(changesOf('if (isOld) leave();')).toEqual(['isOld -> !(isOld)', 'leave(); -> {}']);
  expect(changesOf('const word = isOld ? one : other;')).toEqual(['isOld -> !(isOld)']);
  expect(changesOf('const is = !isOld;')).toEqual(['!isOld -> isOld']);
});

test('of two conditions either is dropped, and all becomes any', () => {
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

test('types, imports, lines of the log and texts of unexpected errors stay', () => {
  expect(changesOf("import { a } from './a.ts';")).toEqual([]);
  expect(changesOf("type Name = 'a' | 'b'; interface Box { is: true }")).toEqual([]);
  expect(changesOf("world.log.warn({ err }, 'It failed.');")).toEqual([]);
  expect(changesOf("const f = (err) => log.warn({ err }, 'It failed.');")).toEqual([]);
  expect(changesOf("if (!isDone) log.warn('It failed.');")).toEqual(['!isDone -> isDone']);
  expect(changesOf("throw new Error('It failed.');")).toEqual([]);
  expect(changesOf('const text = `a` + b;')).toEqual(['`a` -> ``']);
});

test('what would be no program is not counted', () => {
  const text = 'const f = (a: number) => ({ a });\nlabel: for (;;) break label;';
  for (const mutant of mutantsOf('sample.ts', text).filter((one) => isProgram(text, one))) expect(mutant.line).toBe(1);
});

test('a change is found by its line', () => {
  const [mutant] = mutantsOf('sample.ts', '// A sample.\n  const isOld = age > 99;\n');
  expect(mutant).toMatchObject({ line: 2, lineText: 'const isOld = age > 99;', original: '>', replacement: '>=' });
});

test('the same seed draws the same changes, another seed others, and none twice', () => {
  const text = Array.from({ length: 50 }, (_, i) => `export const f${i} = (a: number) => a > ${i} && a < ${i + 9};`).join('\n');
  const draw = (seed: number) =>
    drawMutants(houseOf({ 'sample.ts': text }).sources, seed, 40).map(({ start, replacement }) => `${start} ${replacement}`);
  expect(draw(7)).toEqual(draw(7));
  expect(draw(8)).not.toEqual(draw(7));
  expect(new Set(draw(7)).size).toBe(40);
});

test('a marked text does the same and shows which branches were reached', () => {
  const text = 'const f = (a) => (a > 1 ? "many" : a === 1 ? "one" : "none"); if (f(0) === "one") { f(9); } else f(1); f(2);';
  const branches = branchesOf('sample.ts', text);
  const run = new Function('globalThis', `${marked('sample.ts', text)}; return [f(0), globalThis.__reached["sample.ts"]];`);
  const [result, reached] = run({}) as [string, Uint8Array];
  expect(result).toBe('none');
  const isReached = (part: string) => reached[branchAt(branches, text.indexOf(part))] === 1;
  expect(['"many"', '"none"', 'f(9)', 'f(1)'].map(isReached)).toEqual([true, true, false, true]);
});
