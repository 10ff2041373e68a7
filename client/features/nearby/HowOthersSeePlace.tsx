// A sentence that says how exactly others see the member's place.
import { useQuery } from '@tanstack/react-query';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { placePrecisionText } from './visibility.ts';

export function HowOthersSeePlace() {
  const units = useDistanceUnits();
  const { data: precision } = useQuery({ ...settingsQuery, select: (settings) => settings.positionPrecision });
  return precision && <p>{placePrecisionText(precision, units)}</p>;
}
