// In which units distances are shown here: the member's choice, else what is usual where his language is spoken.
import { useStore } from '#client/ui/store.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { unitChoice } from './units.ts';

/** Where roads are signed in miles. */
const mileRegions = new Set(['US', 'GB', 'LR', 'MM']);

export function useDistanceUnits(): DistanceUnits {
  const choice = useStore(unitChoice);
  if (choice !== 'auto') return choice;
  const { region } = new Intl.Locale(navigator.language).maximize();
  return region === undefined || mileRegions.has(region) ? 'miles' : 'metric';
}
