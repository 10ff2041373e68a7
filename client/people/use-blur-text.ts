// A hook for the text that says how exactly others see the member's place.
import { lengthText } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';

/** "half a mile" or "800 m", four fifths of a cell of the public grid. */
export const useBlurText = (): string =>
  useDistanceUnits() === 'miles' ? 'half a mile' : lengthText({ value: 800, unit: 'm' }, locale());
