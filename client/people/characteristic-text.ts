// The texts of characteristics and of their categories.
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import { brand } from '#client/device/brand.ts';
import { t } from '#client/device/texts.ts';

/** English texts that have other meanings too. */
const meanings: Readonly<Record<string, string>> = {
  Meet: 'verb|Meet',
  Hosting: 'place to meet|Hosting',
  Traveling: 'place to meet|Traveling',
  Bar: 'place to meet|Bar',
  Top: 'position|Top',
  Bottom: 'position|Bottom',
  Versatile: 'position|Versatile',
  Oral: 'position|Oral',
  Tested: 'health|Tested',
  Smooth: 'body|Smooth',
  Bear: 'community|Bear',
  Leather: 'community|Leather',
  Puppy: 'community|Puppy',
  Professional: 'interest|Professional',
};

const meant = (english: string): string => t(meanings[english] ?? english);

/** The text of a stored characteristic. That of {product} is the brand's. */
export function characteristicText(key: string, productLabel = brand.productLabel): string {
  const label = characteristicLabel(key, productLabel);
  return label === productLabel ? label : meant(label);
}

/** The text of one of `characteristicCategories`. */
export const categoryText = (category: string): string => meant(category);
