// The distance units: those that the member chose, or those of the browser's language.
import { useStore } from './store.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { unitChoice } from './units.ts';

/** Regions whose road signs show miles. */
const mileRegions = new Set(['US', 'GB', 'LR', 'MM']);

export function useDistanceUnits(): DistanceUnits {
  const choice = useStore(unitChoice);
  return choice === 'auto' ? unitsOfBrowser() : choice;
}

let known: { readonly language: string; readonly units: DistanceUnits } | null = null;

/** Computed once, because every render asks for it and finding a language's region is slow. */
function unitsOfBrowser(): DistanceUnits {
  const { language } = navigator;
  if (known?.language !== language) known = { language, units: unitsOfLanguage(language) };
  return known.units;
}

export function unitsOfLanguage(language: string): DistanceUnits {
  const region = regionOf(language);
  return region === undefined || mileRegions.has(region) ? 'miles' : 'metric';
}

/** Undefined for an invalid language. Browsers on systems without a locale may report "C". */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    return undefined;
  }
}
