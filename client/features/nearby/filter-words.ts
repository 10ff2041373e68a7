// The text of a filter chip, in the member's units.
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import type { Condition, ListFilter } from './list-filter.ts';

export interface ChipWords {
  readonly text: string;
  /** Which members it also hides, where the text does not say so. */
  readonly note: string | null;
}

const switchWords = new Map([
  ['withPicture', 'With picture'],
  ['onlineNow', 'Online now'],
  ['neverChatted', 'Never chatted with'],
]);

/** `productLabel` is the brand's label of the characteristic {product}. */
export function chipWords(condition: Condition, filter: ListFilter, units: DistanceUnits, productLabel: string): ChipWords {
  if (condition === 'age') return { text: rangeWords('Age', filter.ageMin, filter.ageMax, String), note: null };
  if (condition === 'height')
    return {
      text: rangeWords('Height', filter.heightCmMin, filter.heightCmMax, (cm) => shownHeight(`${cm} cm`, units) ?? ''),
      note: 'Hides heights that can’t be read',
    };
  if (condition === 'weight')
    return {
      text: rangeWords('Weight', filter.weightKgMin, filter.weightKgMax, (kg) => shownWeight(`${kg} kg`, units) ?? ''),
      note: 'Hides weights that can’t be read',
    };
  return { text: switchWords.get(condition) ?? characteristicLabel(condition, productLabel), note: null };
}

function rangeWords(name: string, least: number | undefined, most: number | undefined, shown: (value: number) => string): string {
  if (least === undefined) return `${name} up to ${shown(most ?? 0)}`;
  if (most === undefined) return `${name} from ${shown(least)}`;
  return shown(least) === shown(most) ? `${name} ${shown(least)}` : `${name} ${shown(least)} to ${shown(most)}`;
}
