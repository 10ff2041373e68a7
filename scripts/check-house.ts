// Checks that every file keeps the rules of the house and prints each breach: npm run house
import { houseRules } from './house/rules.ts';
import { readHouse, type House } from './house/source-files.ts';

/** A sentence for each breach, sorted by file; none in a sound house. */
export const breachesIn = (house: House): string[] => houseRules.flatMap((rule) => rule(house)).sort();

if (import.meta.main) {
  const house = readHouse();
  const breaches = breachesIn(house);
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
  else console.log(`${house.sources.length} files keep the rules of the house.`);
}
