// The selection of mutants, reproducible by seed.
import { parses, mutantsOf, type Mutant } from './mutants.ts';
import type { SourceFile } from '#scripts/house/source-files.ts';

/** The mulberry32 generator: numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Selects mutants with equal probability, without those that do not parse. */
export function drawMutants(sources: readonly SourceFile[], seed: number, count: number): Mutant[] {
  const random = randomFrom(seed);
  const all = sources.flatMap(({ path, text }) => mutantsOf(path, text).map((mutant) => ({ mutant, text })));
  const drawn: Mutant[] = [];
  while (drawn.length < count && all.length > 0) {
    const at = Math.floor(random() * all.length);
    const { mutant, text } = all[at] as (typeof all)[number];
    all[at] = all.at(-1) as (typeof all)[number];
    all.pop();
    if (parses(text, mutant)) drawn.push(mutant);
  }
  return drawn;
}
