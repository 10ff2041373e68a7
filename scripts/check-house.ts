// Checks all files against the house rules and prints each violation: npm run house
import { houseRules } from './house/rules.ts';
import { readHouse, type House } from './house/source-files.ts';

/** Returns one message per violation, sorted by file. */
export const violationsIn = (house: House): string[] => houseRules.flatMap((rule) => rule(house)).sort();

if (import.meta.main) {
  const house = readHouse();
  const violations = violationsIn(house);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`${house.sources.length} files comply with the house rules.`);
}
