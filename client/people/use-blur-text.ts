// A hook for the text that says how exactly others see the member's place.
import { lengthText } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';

/** "800 m", four fifths of a cell of the public grid. Null if distances are in miles: then it is half a mile. */
export const useBlurText = (): string | null =>
  useDistanceUnits() === 'miles' ? null : lengthText({ value: 800, unit: 'm' }, locale());
