// The characteristics a member can select, as labels by category; stored in lower case.
export const characteristicCategories = {
  Meet: ['Hosting', 'Traveling', '{product}', 'Bar', 'Coffee'],
  Positions: ['Top', 'Bottom', 'Versatile', 'Oral'],
  Safety: ['SafeOnly', 'Hiv+', 'Hiv-', 'Condoms', 'PrEP', 'Doxy', 'DDF', 'Tested', 'Vax+'],
  Body: ['Hairy', 'Smooth', 'Masculine', 'Feminine', 'Transgender'],
  Community: ['Bear', 'Leather', 'Trans', 'BDSM', 'Poz', 'Puppy'],
  Interests: ['Travel', 'Fitness', 'Outdoors', 'Culture', 'Cooking', 'Art', 'Homemaking', 'Animals', 'Gardening', 'Professional'],
  Kink: ['Fetish', 'Taboo', 'Kink', 'FistTop', 'FistBottom'],
} as const;

export const characteristicKeys: readonly string[] = Object.values(characteristicCategories)
  .flat()
  .map((label) => label.toLowerCase());

const labels = new Map(
  Object.values(characteristicCategories)
    .flat()
    .map((label) => [label.toLowerCase(), label]),
);

/** The label for a stored key; `{product}` becomes the brand's product label. */
export const characteristicLabel = (key: string, productLabel: string): string =>
  key === '{product}' ? productLabel : (labels.get(key) ?? key);
