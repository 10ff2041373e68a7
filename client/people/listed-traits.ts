// The traits of a member in lists and on cards. Somebody may look over the reader's shoulder, so none is about health, body or sex.
import { characteristicCategories } from '#shared/rules/characteristics.ts';
import { characteristicText } from './characteristic-text.ts';

const { Interests, Meet } = characteristicCategories;
const listedKeys = [...Interests, ...Meet].map((label) => label.toLowerCase());

/** As texts, with the interests first. */
export const listedTraits = (keys: readonly string[]): string[] =>
  listedKeys.filter((key) => keys.includes(key)).map((key) => characteristicText(key));
