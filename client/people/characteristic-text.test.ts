// The texts of characteristics.
import { expect, test } from 'vitest';
import { characteristicCategories, characteristicKeys } from '#shared/rules/characteristics.ts';
import { categoryText, characteristicText } from './characteristic-text.ts';

test('in English the texts are those of the specification', () => {
  const labels = Object.values(characteristicCategories).flat();
  expect(characteristicKeys.map((key) => characteristicText(key, '{product}'))).toEqual(labels);
  expect(Object.keys(characteristicCategories).map(categoryText)).toEqual(Object.keys(characteristicCategories));
});

test('the text of the product is the brand’s, and an unknown characteristic is shown as stored', () => {
  expect([characteristicText('{product}', 'Gum'), characteristicText('retired', 'Gum')]).toEqual(['Gum', 'retired']);
});
