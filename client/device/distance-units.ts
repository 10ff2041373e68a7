// The units of distances on this device: the member's choice, else those usual for their language.
import { useStore } from './store.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { unitChoice } from './units.ts';

/** Where roads are signed in miles. */
const mileRegions = new Set(['US', 'GB', 'LR', 'MM']);

export function useDistanceUnits(): DistanceUnits {
  const choice = useStore(unitChoice);
  return choice === 'auto' ? usualUnits(navigator.language) : choice;
}

export function usualUnits(language: string): DistanceUnits {
  const region = regionOf(language);
  return region === undefined || mileRegions.has(region) ? 'miles' : 'metric';
}

/** Browsers have been seen to say a language that is none, like the "C" of a system without one. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    return undefined;
  }
}
