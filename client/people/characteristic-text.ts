// The texts of characteristics and of their categories.
import { characteristicLabel, type characteristicCategories } from '#shared/rules/characteristics.ts';
import { brand } from '#client/device/brand.ts';
import { t } from '#client/device/texts.ts';

type Categories = typeof characteristicCategories;

/** The English texts, with their meaning if they have others too. */
const categoryTexts = {
  Meet: 'verb|Meet',
  Positions: 'Positions',
  Safety: 'Safety',
  Body: 'Body',
  Community: 'Community',
  Interests: 'Interests',
  Kink: 'Kink',
} as const satisfies Record<keyof Categories, string>;

const labelTexts = {
  Hosting: 'place to meet|Hosting',
  Traveling: 'place to meet|Traveling',
  Bar: 'place to meet|Bar',
  Coffee: 'Coffee',
  Top: 'position|Top',
  Bottom: 'position|Bottom',
  Versatile: 'position|Versatile',
  Oral: 'position|Oral',
  SafeOnly: 'SafeOnly',
  'Hiv+': 'Hiv+',
  'Hiv-': 'Hiv-',
  Condoms: 'Condoms',
  PrEP: 'PrEP',
  Doxy: 'Doxy',
  DDF: 'DDF',
  Tested: 'health|Tested',
  'Vax+': 'Vax+',
  Hairy: 'Hairy',
  Smooth: 'body|Smooth',
  Masculine: 'Masculine',
  Feminine: 'Feminine',
  Transgender: 'Transgender',
  Bear: 'community|Bear',
  Leather: 'community|Leather',
  Trans: 'Trans',
  BDSM: 'BDSM',
  Poz: 'Poz',
  Puppy: 'community|Puppy',
  Travel: 'Travel',
  Fitness: 'Fitness',
  Outdoors: 'Outdoors',
  Culture: 'Culture',
  Cooking: 'Cooking',
  Art: 'Art',
  Homemaking: 'Homemaking',
  Animals: 'Animals',
  Gardening: 'Gardening',
  Professional: 'interest|Professional',
  Fetish: 'Fetish',
  Taboo: 'Taboo',
  Kink: 'Kink',
  FistTop: 'FistTop',
  FistBottom: 'FistBottom',
} as const satisfies Record<Exclude<Categories[keyof Categories][number], '{product}'>, string>;

const isCategory = (name: string): name is keyof typeof categoryTexts => Object.hasOwn(categoryTexts, name);
const isLabel = (name: string): name is keyof typeof labelTexts => Object.hasOwn(labelTexts, name);

/** The text of one of `characteristicCategories`. */
export const categoryText = (category: string): string => (isCategory(category) ? t(categoryTexts[category]) : category);

/** The text of a stored characteristic. For {product} it is the brand's, for a retired one the key. */
export function characteristicText(key: string, productLabel = brand.productLabel): string {
  const label = characteristicLabel(key, '{product}');
  if (label === '{product}') return productLabel;
  return isLabel(label) ? t(labelTexts[label]) : label;
}
