// The distance units: those that the member chose, or those usual in the region of the browser's language.
import { useStore } from './store.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { usualUnits } from './locale.ts';
import { unitChoice } from './units.ts';

export function useDistanceUnits(): DistanceUnits {
  const choice = useStore(unitChoice);
  return choice === 'auto' ? usualUnits() : choice;
}
