// Selects mutants at random, reproducibly by seed.
import { parses, mutantsOf, type Mutant } from './mutants.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { SourceFile } from '#scripts/house/source-files.ts';

/** All mutants have equal probability, except for those that do not parse, which are left out. */
export function drawMutants(sources: readonly SourceFile[], seed: number, count: number): Mutant[] {
  const random = seeded(seed);
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
