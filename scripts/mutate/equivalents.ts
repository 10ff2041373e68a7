// Changes that no test can notice, each with the reason: they are not counted.
import type { Mutant } from './mutants.ts';

interface Equivalent {
  readonly path: string;
  /** The line as it is written, without its indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const equivalents: readonly Equivalent[] = [
  {
    path: 'shared/rules/distance.ts',
    line: "if (feet < feetPerMile) return { value: feet, unit: 'ft' };",
    original: '<',
    replacement: '<=',
    reason: 'The feet are a multiple of 500, which 5,280 is not.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "if (metres < 1_000) return { value: metres, unit: 'm' };",
    original: '<',
    replacement: '<=',
    reason: 'The metres are a multiple of 150, which 1,000 is not.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "return { value: toStep(miles, miles < 10 ? 0.5 : 1), unit: 'mi' };",
    original: '<',
    replacement: '<=',
    reason: '10 is 10 in steps of a half and of a whole mile.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "return { value: toStep(kilometres, kilometres < 16 ? 0.5 : 1), unit: 'km' };",
    original: '<',
    replacement: '<=',
    reason: '16 is 16 in steps of a half and of a whole kilometre.',
  },
  {
    path: 'shared/rules/arbitration.ts',
    line: "return outcomes.findLast(isWanted) ?? 'none';",
    original: "'none'",
    replacement: "''",
    reason: 'All votes that judge are for none or more, so that an outcome is always found.',
  },
];

export const isEquivalent = ({ path, lineText, original, replacement }: Mutant): boolean =>
  equivalents.some(
    (one) => one.path === path && one.line === lineText && one.original === original && one.replacement === replacement,
  );
