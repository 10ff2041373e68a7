// Describes how exactly others see the member's location, as text and in metres.
import { t } from '#client/device/texts.ts';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { lengthText } from '#shared/formats/measures.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { locale } from '#client/device/locale.ts';
import type { OwnLocation } from '#client/device/own-location.ts';

/** The radius is four fifths of a cell, which is half a mile for the smaller cells. */
const radiusMetres: Readonly<Record<PositionPrecision, number>> = { area: 800, wide: 2_400, exact: 0 };

type Placed = Pick<OwnLocation, 'pointFixMs'>;

export const visibleRadiusMetres = (precision: PositionPrecision, own: Placed): number =>
  radiusMetres[effectivePrecision(precision, own)];

export function visibilityText(precision: PositionPrecision, own: Placed, units: DistanceUnits): string {
  const shown = effectivePrecision(precision, own);
  if (shown === 'exact') return t('Others see you exactly here');
  if (units === 'miles')
    return shown === 'area' ? t('Others see you within about half a mile') : t('Others see you within a mile or two');
  return t('Others see you within about {distance}', { distance: blurText(shown) });
}

/** How exactly others see any place that the member sets or that GPS finds. */
export function placePrecisionText(precision: PositionPrecision, units: DistanceUnits): string {
  if (precision === 'exact')
    return t('The point where you place your marker by hand is shown exactly. Your GPS location is always shown as an area.');
  if (units !== 'miles') return t('Others see your place only to within about {distance}.', { distance: blurText(precision) });
  return precision === 'area'
    ? t('Others see your place only to within about half a mile.')
    : t('Others see your place only to within a mile or two.');
}

/** "800 m" or "2.4 km". */
export const blurText = (precision: 'area' | 'wide'): string =>
  precision === 'area'
    ? lengthText({ value: radiusMetres.area, unit: 'm' }, locale())
    : lengthText({ value: radiusMetres.wide / 1_000, unit: 'km' }, locale());

/** GPS fixes are never shown exactly. */
function effectivePrecision(precision: PositionPrecision, { pointFixMs }: Placed): PositionPrecision {
  return precision === 'exact' && pointFixMs !== null ? 'area' : precision;
}
