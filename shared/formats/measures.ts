// Formats distances, heights and weights in the reader's units.
import { type DistanceUnits, type RoundedDistance, roundedDistance } from '#shared/rules/distance.ts';
import { cmPerInch, heightCmOf, kgPerPound, weightKgOf } from '#shared/rules/measures.ts';
import { directionOf } from '#shared/rules/languages.ts';
import { numberText, unitsIn } from './numbers.ts';

const distances: Readonly<Record<RoundedDistance['unit'], (value: number, locale: string) => string>> = {
  ft: unitsIn('foot'),
  mi: unitsIn('mile'),
  m: unitsIn('meter'),
  km: unitsIn('kilometer'),
};

/** An exact length, for example "5,000 ft", without rounding it. */
export const lengthText = ({ value, unit }: RoundedDistance, locale: string): string => distances[unit](value, locale);

/** A rounded distance, for example "1,500 ft", "2.5 mi", "450 m" or "12 km". */
export const shownDistance = (metres: number, units: DistanceUnits, locale: string): string =>
  lengthText(roundedDistance(metres, units), locale);

const centimetres = unitsIn('centimeter', { maximumFractionDigits: 0 });
const kilograms = unitsIn('kilogram', { maximumFractionDigits: 0 });
const pounds = unitsIn('pound', { maximumFractionDigits: 0 });

/** For example 5'11" or "180 cm". */
export function heightText(cm: number, units: DistanceUnits, locale: string): string {
  if (units === 'metric') return centimetres(cm, locale);
  const inches = Math.round(cm / cmPerInch);
  const text = `${numberText(Math.floor(inches / 12), locale)}'${numberText(inches % 12, locale)}"`;
  return isolated(text, locale);
}

/** Between invisible characters, where the text is otherwise read from right to left, so that feet stay before inches. */
const isolated = (text: string, locale: string): string => (directionOf(locale) === 'rtl' ? `\u2066${text}\u2069` : text);

/** For example "170 lb" or "77 kg". */
export const weightText = (kg: number, units: DistanceUnits, locale: string): string =>
  units === 'metric' ? kilograms(kg, locale) : pounds(kg / kgPerPound, locale);

/** A typed height in the reader's units; null if not parsable. */
export function shownHeight(text: string, units: DistanceUnits, locale: string): string | null {
  const cm = heightCmOf(text);
  return cm === null ? null : heightText(cm, units, locale);
}

/** A typed weight in the reader's units; null if not parsable. */
export function shownWeight(text: string, units: DistanceUnits, locale: string): string | null {
  const kg = weightKgOf(text);
  return kg === null ? null : weightText(kg, units, locale);
}
