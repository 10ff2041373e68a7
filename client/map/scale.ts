// Computes the length and text of the scale bar, in the member's units.
import { lengthText } from '#shared/formats/measures.ts';
import type { DistanceUnits, RoundedDistance } from '#shared/rules/distance.ts';

export type Scale = { widthPx: number; text: string };

type Unit = RoundedDistance['unit'];

export const metresOf: Readonly<Record<Unit, number>> = { ft: 0.3048, mi: 1_609.344, m: 1, km: 1_000 };

const unitsOf: Readonly<Record<DistanceUnits, { readonly small: Unit; readonly large: Unit }>> = {
  miles: { small: 'ft', large: 'mi' },
  metric: { small: 'm', large: 'km' },
};

/** The largest length of 1, 2 or 5 times a power of ten that fits into `maxWidthPx`. */
export function scaleFor(metresPerPixel: number, maxWidthPx: number, units: DistanceUnits, locale: string): Scale {
  const maxMetres = metresPerPixel * maxWidthPx;
  const { small, large } = unitsOf[units];
  const unit = maxMetres >= metresOf[large] ? large : small;
  const metres = metresOf[unit];
  const maxLength = maxMetres / metres;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const length = [5, 2, 1].map((step) => step * power).find((candidate) => candidate <= maxLength) ?? power;
  return {
    widthPx: Math.round((length * metres) / metresPerPixel),
    text: lengthText({ value: length, unit }, locale),
  };
}
