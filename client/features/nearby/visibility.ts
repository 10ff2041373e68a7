// Describes how exactly others see the member's location, as text and in metres.
import type { PositionPrecision } from '#shared/contract/settings.ts';
import type { OwnLocation } from '#client/device/location-reporter.ts';

/** The radius is four fifths of a cell, which is half a mile for the smaller cells. */
const radiusMetres: Readonly<Record<PositionPrecision, number>> = { area: 800, wide: 2_400, exact: 0 };

const texts: Readonly<Record<PositionPrecision, string>> = {
  area: 'Others see you within about half a mile',
  wide: 'Others see you within a mile or two',
  exact: 'Others see you exactly here',
};

type Placed = Pick<OwnLocation, 'pointFixMs'>;

export const visibleRadiusMetres = (precision: PositionPrecision, own: Placed): number =>
  radiusMetres[effectivePrecision(precision, own)];

export const visibilityText = (precision: PositionPrecision, own: Placed): string => texts[effectivePrecision(precision, own)];

/** GPS fixes are never shown exactly. */
function effectivePrecision(precision: PositionPrecision, { pointFixMs }: Placed): PositionPrecision {
  return precision === 'exact' && pointFixMs !== null ? 'area' : precision;
}
