// Returns the label of a filter chip, in the member's units.
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { heightText, weightText } from '#shared/formats/measures.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import type { Condition, ListFilter } from './list-filter.ts';

export interface ChipLabel {
  readonly text: string;
  /** A note about other members whom the condition hides. */
  readonly note: string | null;
}

const switchLabels = new Map([
  ['withPicture', 'With picture'],
  ['onlineNow', 'Online now'],
  ['neverChatted', 'Never chatted with'],
]);

/** `productLabel` is the brand's label for the characteristic {product}. */
export function chipLabel(condition: Condition, filter: ListFilter, units: DistanceUnits, productLabel: string): ChipLabel {
  if (condition === 'age')
    return { text: rangeLabel('Age', filter.ageMin, filter.ageMax, (age) => numberText(age, locale())), note: null };
  if (condition === 'height')
    return {
      text: rangeLabel('Height', filter.heightCmMin, filter.heightCmMax, (cm) => heightText(cm, units, locale())),
      note: 'Hides heights that can’t be read',
    };
  if (condition === 'weight')
    return {
      text: rangeLabel('Weight', filter.weightKgMin, filter.weightKgMax, (kg) => weightText(kg, units, locale())),
      note: 'Hides weights that can’t be read',
    };
  return { text: switchLabels.get(condition) ?? characteristicLabel(condition, productLabel), note: null };
}

function rangeLabel(name: string, min: number | undefined, max: number | undefined, shown: (value: number) => string): string {
  if (min === undefined) return `${name} up to ${shown(max ?? 0)}`;
  if (max === undefined) return `${name} from ${shown(min)}`;
  return shown(min) === shown(max) ? `${name} ${shown(min)}` : `${name} ${shown(min)} to ${shown(max)}`;
}
