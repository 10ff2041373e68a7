// Returns the label of a filter chip, in the member's units.
import { t } from '#client/device/texts.ts';
import { characteristicText } from '#client/people/characteristic-text.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { heightText, weightText } from '#shared/formats/measures.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import type { Condition, ListFilter } from './list-filter.ts';

export interface ChipLabel {
  readonly text: string;
  /** Says that the condition also hides members whose value cannot be read. Null for other conditions. */
  readonly note: string | null;
}

/** English texts. */
const switchLabels = new Map<string, 'With picture' | 'Online now' | 'Never chatted with'>([
  ['withPicture', 'With picture'],
  ['onlineNow', 'Online now'],
  ['neverChatted', 'Never chatted with'],
]);

const rangeLabels = {
  age: { upTo: 'Age up to {max}', from: 'Age from {min}', at: 'Age {min}', between: 'Age {min} to {max}' },
  height: { upTo: 'Height up to {max}', from: 'Height from {min}', at: 'Height {min}', between: 'Height {min} to {max}' },
  weight: { upTo: 'Weight up to {max}', from: 'Weight from {min}', at: 'Weight {min}', between: 'Weight {min} to {max}' },
} as const;

/** `productLabel` is the brand's label for the characteristic {product}. */
export function chipLabel(condition: Condition, filter: ListFilter, units: DistanceUnits, productLabel: string): ChipLabel {
  if (condition === 'age')
    return { text: rangeLabel('age', filter.ageMin, filter.ageMax, (age) => numberText(age, locale())), note: null };
  if (condition === 'height')
    return {
      text: rangeLabel('height', filter.heightCmMin, filter.heightCmMax, (cm) => heightText(cm, units, locale())),
      note: t('Hides heights that can’t be read'),
    };
  if (condition === 'weight')
    return {
      text: rangeLabel('weight', filter.weightKgMin, filter.weightKgMax, (kg) => weightText(kg, units, locale())),
      note: t('Hides weights that can’t be read'),
    };
  const label = switchLabels.get(condition);
  return { text: label === undefined ? characteristicText(condition, productLabel) : t(label), note: null };
}

function rangeLabel(
  of: keyof typeof rangeLabels,
  minValue: number | undefined,
  maxValue: number | undefined,
  shown: (value: number) => string,
): string {
  const { upTo, from, at, between } = rangeLabels[of];
  const max = shown(maxValue ?? 0);
  if (minValue === undefined) return t(upTo, { max });
  const min = shown(minValue);
  if (maxValue === undefined) return t(from, { min });
  return min === max ? t(at, { min }) : t(between, { min, max });
}
