// Contrast of names on the map, and a touch of each brand, in every brand and theme.
import { expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import { type MapColours, mapColours } from './map-colours.ts';

type Name = keyof MapColours;

const grounds: Readonly<Record<'placeText' | 'areaText' | 'waterText' | 'ink', readonly Name[]>> = {
  placeText: ['land', 'town', 'ice', 'water', 'green', 'building', 'road', 'mainRoad'],
  areaText: ['land', 'town', 'ice', 'water'],
  waterText: ['water', 'river'],
  ink: ['paper'],
};

for (const { key, colours } of brands)
  for (const theme of ['light', 'dark'] as const)
    test(`${key} has readable names in ${theme}`, () => {
      const map = mapColours(theme, colours.accent[theme]);
      const tooLow = Object.entries(grounds).flatMap(([text, names]) =>
        names
          .map((ground) => ({ ground, ratio: contrast(String(Reflect.get(map, text)), map[ground]) }))
          .filter(({ ratio }) => !(ratio >= 4.5))
          .map(({ ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`),
      );
      expect(tooLow).toEqual([]);
    });

test('each brand has its own land, water, towns, rivers and names', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const name of ['land', 'water', 'town', 'river', 'placeText', 'areaText'] as const)
      expect(new Set(brands.map(({ colours }) => mapColours(theme, colours.accent[theme])[name])).size).toBe(brands.length);
});

test.each(['light', 'dark'] as const)(
  'in the %s theme, open land differs from water, and is greener than towns, in every brand',
  (theme) => {
    for (const { colours } of brands) {
      const { water, land, town } = mapColours(theme, colours.accent[theme]);
      expect(contrast(water, land)).toBeGreaterThan(1.1);
      expect(greenness(land) - greenness(town)).toBeGreaterThan(6);
    }
  },
);

/** By how much green exceeds the mean of red and blue. */
function greenness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return green - (red + blue) / 2;
}

/** WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
