// Mutants that no test can detect, each with the reason; they are not counted.
import type { Mutant } from './mutants.ts';

interface Equivalent {
  readonly path: string;
  /** The source line without indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const equivalents: readonly Equivalent[] = [];

export const isEquivalent = ({ path, lineText, original, replacement }: Mutant): boolean =>
  equivalents.some(
    (one) => one.path === path && one.line === lineText && one.original === original && one.replacement === replacement,
  );
