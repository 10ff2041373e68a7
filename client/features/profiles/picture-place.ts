// The place of a picture in a list, as values of texts such as "Picture {number} of {count}".
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';

export const picturePlace = (index: number, count: number): { readonly number: string; readonly count: string } => ({
  number: numberText(index + 1, locale()),
  count: numberText(count, locale()),
});
