// The line below a found place that tells it apart from others of its name: state, country and distance.
import type { FoundPlace } from '#shared/contract/places.ts';

/** For example 'TX, United States, about 1,200 mi away'; `distance` is null if your location is unknown. */
export function placeNote({ region, country }: FoundPlace, distance: string | null): string {
  return [region, countryName(country), distance === null ? null : `about ${distance} away`]
    .filter((part) => part !== null)
    .join(', ');
}

let names: Intl.DisplayNames | undefined;

function countryName(code: string): string {
  names ??= new Intl.DisplayNames([document.documentElement.lang], { type: 'region' });
  return names.of(code) ?? code;
}
