// The number of a picture in a list, as the values for texts such as "Picture {number} of {count}".
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';

export const pictureNumber = (index: number, count: number): { readonly number: string; readonly count: string } => ({
  number: numberText(index + 1, locale()),
  count: numberText(count, locale()),
});
