// The device's distance units: the member's choice, or those of the browser's language.
import { useStore } from './store.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { unitChoice } from './units.ts';

/** Regions with road signs in miles. */
const mileRegions = new Set(['US', 'GB', 'LR', 'MM']);

export function useDistanceUnits(): DistanceUnits {
  const choice = useStore(unitChoice);
  return choice === 'auto' ? unitsOfBrowser() : choice;
}

let known: { readonly language: string; readonly units: DistanceUnits } | null = null;

/** Asked on every render, and finding a language's region is slow. */
function unitsOfBrowser(): DistanceUnits {
  const { language } = navigator;
  if (known?.language !== language) known = { language, units: unitsOfLanguage(language) };
  return known.units;
}

export function unitsOfLanguage(language: string): DistanceUnits {
  const region = regionOf(language);
  return region === undefined || mileRegions.has(region) ? 'miles' : 'metric';
}

/** Some browsers report an invalid language, such as "C" on systems without a locale. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    return undefined;
  }
}
