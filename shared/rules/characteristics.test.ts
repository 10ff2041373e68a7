// The characteristics of the specification, as stored and displayed.
import { expect, test } from 'vitest';
import { characteristicCategories, characteristicKeys, characteristicLabel } from './characteristics.ts';

test('the categories and their values are those of the specification', () => {
  const lines = Object.entries(characteristicCategories).map(([category, labels]) => `${category}: ${labels.join(', ')}`);
  expect(lines).toEqual([
    'Meet: Hosting, Traveling, {product}, Bar, Coffee',
    'Positions: Top, Bottom, Versatile, Oral',
    'Safety: SafeOnly, Hiv+, Hiv-, Condoms, PrEP, Doxy, DDF, Tested, Vax+',
    'Body: Hairy, Smooth, Masculine, Feminine, Transgender',
    'Community: Bear, Leather, Trans, BDSM, Poz, Puppy',
    'Interests: Travel, Fitness, Outdoors, Culture, Cooking, Art, Homemaking, Animals, Gardening, Professional',
    'Kink: Fetish, Taboo, Kink, FistTop, FistBottom',
  ]);
});

test('a characteristic is stored in lower case and displayed as spelled in its category', () => {
  expect(characteristicKeys).toContain('prep');
  expect(characteristicKeys.filter((key) => key !== key.toLowerCase())).toEqual([]);
  expect(characteristicLabel('prep', 'Gum')).toBe('PrEP');
  const labels = characteristicKeys.map((key) => characteristicLabel(key, '{product}'));
  expect(labels).toEqual(Object.values(characteristicCategories).flat());
});

test('the product is named by the brand, and an unknown characteristic is displayed as stored', () => {
  expect([characteristicLabel('{product}', 'Gum'), characteristicLabel('retired', 'Gum')]).toEqual(['Gum', 'retired']);
});
