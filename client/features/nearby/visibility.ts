// The precision of the position that others see, as text and in metres.
import type { PositionPrecision } from '#shared/contract/settings.ts';
import type { OwnLocation } from '#client/device/location-reporter.ts';

/** Radius of the area that others see the member in: four fifths of a cell, which is half a mile for the smaller one. */
const withinMetres: Readonly<Record<PositionPrecision, number>> = { area: 800, wide: 2_560, exact: 0 };

const words: Readonly<Record<PositionPrecision, string>> = {
  area: 'Others see you within about half a mile',
  wide: 'Others see you within a mile or two',
  exact: 'Others see you exactly here',
};

type Placed = Pick<OwnLocation, 'pointFixMs'>;

export const seenWithinMetres = (precision: PositionPrecision, own: Placed): number => withinMetres[applied(precision, own)];

export const visibilityText = (precision: PositionPrecision, own: Placed): string => words[applied(precision, own)];

/** A device's own position is never shown exactly. */
function applied(precision: PositionPrecision, { pointFixMs }: Placed): PositionPrecision {
  return precision === 'exact' && pointFixMs !== null ? 'area' : precision;
}
