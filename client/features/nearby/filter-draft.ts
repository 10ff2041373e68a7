// The filter being edited. Its range fields are texts, which are parsed into numbers.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { inputLocale } from '#shared/formats/locale.ts';
import { heightText, weightText } from '#shared/formats/measures.ts';
import { numberText } from '#shared/formats/numbers.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { withLatinDigits } from '#shared/rules/digits.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import type { ListFilter } from './list-filter.ts';

const rangeFields = ['ageMin', 'ageMax', 'heightCmMin', 'heightCmMax', 'weightKgMin', 'weightKgMax'] as const;
export type RangeField = (typeof rangeFields)[number];
export type DraftTexts = Readonly<Record<RangeField, string>>;
type Kind = 'age' | 'height' | 'weight';

export interface ParsedDraft {
  /** The filter with all conditions that could be read, even those of a range that ends before it begins. */
  readonly filter: ListFilter;
  readonly errors: Partial<Record<RangeField, string>>;
}

const maxAge = 120;
const kindOf: Readonly<Record<RangeField, Kind>> = {
  ageMin: 'age',
  ageMax: 'age',
  heightCmMin: 'height',
  heightCmMax: 'height',
  weightKgMin: 'weight',
  weightKgMax: 'weight',
};
const ranges = [
  ['ageMin', 'ageMax'],
  ['heightCmMin', 'heightCmMax'],
  ['weightKgMin', 'weightKgMax'],
] as const;

/** Returns the filter's ranges as text, in the member's units. */
export function rangeTexts(filter: ListFilter, units: DistanceUnits): DraftTexts {
  const text = (field: RangeField): string => {
    const value = filter[field];
    if (value === undefined) return '';
    if (kindOf[field] === 'age') return String(value);
    return (kindOf[field] === 'height' ? heightText : weightText)(value, units, inputLocale);
  };
  return {
    ageMin: text('ageMin'),
    ageMax: text('ageMax'),
    heightCmMin: text('heightCmMin'),
    heightCmMax: text('heightCmMax'),
    weightKgMin: text('weightKgMin'),
    weightKgMax: text('weightKgMax'),
  };
}

/** Combines the ranges with the switches and characteristics. A weight without a unit is in the member's units. */
export function parseDraft(
  texts: DraftTexts,
  choices: Pick<ListFilter, 'withPicture' | 'onlineNow' | 'neverChatted' | 'characteristics'>,
  units: DistanceUnits,
): ParsedDraft {
  const numbers: Partial<Record<RangeField, number>> = {};
  const errors: Partial<Record<RangeField, string>> = {};
  for (const field of rangeFields) {
    const text = texts[field].trim();
    if (text === '') continue;
    const value = numberOf(kindOf[field], text, units);
    if (value === null) errors[field] = errorText(kindOf[field]);
    else numbers[field] = value;
  }
  for (const [min, max] of ranges) {
    const [from, to] = [numbers[min], numbers[max]];
    if (from !== undefined && to !== undefined && from > to) errors[max] = t('Must not be less than “from”');
  }
  const { withPicture, onlineNow, neverChatted, characteristics } = choices;
  return { filter: { ...numbers, withPicture, onlineNow, neverChatted, characteristics }, errors };
}

function errorText(kind: Kind): string {
  if (kind === 'age')
    return t('An age from {min} to {max}', { min: numberText(limits.adultAge, locale()), max: numberText(maxAge, locale()) });
  return kind === 'height' ? t('A height like 5\'11" or 180 cm') : t('A weight like 170 lb or 77 kg');
}

function numberOf(kind: Kind, text: string, units: DistanceUnits): number | null {
  if (kind === 'height') return rounded(heightCmOf(text));
  if (kind === 'weight') return rounded(weightKgOf(text, units === 'metric' ? 'kg' : 'lb'));
  const digits = withLatinDigits(text);
  const age = Number(digits);
  return /^\d+$/.test(digits) && age >= limits.adultAge && age <= maxAge ? age : null;
}

/** The server compares whole centimetres and kilograms. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));
