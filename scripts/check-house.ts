// Checks that every file keeps the rules of the house and prints each breach: npm run house
import { houseRules } from './house/rules.ts';
import { readSourceFiles, type SourceFile } from './house/source-files.ts';

/** A sentence for each breach, sorted by file; none in a sound house. */
export const breachesIn = (files: readonly SourceFile[]): string[] => houseRules.flatMap((rule) => rule(files)).sort();

if (import.meta.main) {
  const files = readSourceFiles();
  const breaches = breachesIn(files);
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
  else console.log(`${files.length} files keep the rules of the house.`);
}
