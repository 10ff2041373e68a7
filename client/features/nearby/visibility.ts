// Describes how exactly others see the member's location, as text and in metres.
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { lengthText } from '#shared/formats/measures.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { locale } from '#client/device/locale.ts';
import type { OwnLocation } from '#client/device/location-reporter.ts';

/** The radius is four fifths of a cell, which is half a mile for the smaller cells. */
const radiusMetres: Readonly<Record<PositionPrecision, number>> = { area: 800, wide: 2_400, exact: 0 };

const textsInMiles: Readonly<Record<PositionPrecision, string>> = {
  area: 'Others see you within about half a mile',
  wide: 'Others see you within a mile or two',
  exact: 'Others see you exactly here',
};

const textsInMetres = (): Readonly<Record<PositionPrecision, string>> => ({
  area: `Others see you within about ${lengthText({ value: radiusMetres.area, unit: 'm' }, locale())}`,
  wide: `Others see you within about ${lengthText({ value: radiusMetres.wide / 1_000, unit: 'km' }, locale())}`,
  exact: textsInMiles.exact,
});

type Placed = Pick<OwnLocation, 'pointFixMs'>;

export const visibleRadiusMetres = (precision: PositionPrecision, own: Placed): number =>
  radiusMetres[effectivePrecision(precision, own)];

export const visibilityText = (precision: PositionPrecision, own: Placed, units: DistanceUnits): string =>
  (units === 'miles' ? textsInMiles : textsInMetres())[effectivePrecision(precision, own)];

/** GPS fixes are never shown exactly. */
function effectivePrecision(precision: PositionPrecision, { pointFixMs }: Placed): PositionPrecision {
  return precision === 'exact' && pointFixMs !== null ? 'area' : precision;
}
