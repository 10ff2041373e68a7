// The search for places: folding, order, and the packaged list.
import { afterAll, describe, expect, test } from 'vitest';
import { openPlaceNames } from './place-names.ts';
import { foldedName, placeIndexOf, searchIn, type SourcePlace } from './place-names-index.ts';

test.each([
  ['São Paulo', 'sao paulo'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Saint-Denis', 'saint denis'],
  ['  St. Louis ', 'st louis'],
  ["L'Aquila", 'l aquila'],
  ['KØBENHAVN', 'kobenhavn'],
  ['東京', '東京'],
  ['?!', ''],
])('%s is found as %s', (name, folded) => expect(foldedName(name)).toBe(folded));

describe('a list of places', () => {
  const place = (name: string, population: number, lat = 0, lon = 0, otherNames: string[] = []): SourcePlace => ({
    name,
    country: 'DE',
    region: null,
    population,
    lat,
    lon,
    otherNames,
  });
  const index = placeIndexOf([
    place('Neustadt', 5_000, 10, 10),
    place('Neustadt', 20_000, 50, 8),
    place('Neustadtberg', 90_000),
    place('Bad Neustadt', 900_000),
    place('Munich', 1_260_000, 48.137_4, 11.575_5, ['München']),
    place('Æbø', 1),
  ]);
  const found = (text: string, near: { lat: number; lon: number } | null = null, max = 10) =>
    searchIn(index, text, near, max).map(({ name, lat }) => `${name} ${lat}`);

  test('the same name comes before longer ones, the larger place before the smaller', () => {
    expect(found('neustadt')).toEqual(['Neustadt 50', 'Neustadt 10', 'Neustadtberg 0', 'Bad Neustadt 0']);
    expect(found('neust', null, 2)).toEqual(['Neustadtberg 0', 'Bad Neustadt 0']);
  });
  test('a near place comes before a larger one far away', () =>
    expect(found('NEUSTADT', { lat: 10, lon: 10 })[0]).toBe('Neustadt 10'));
  test('words within a name, other names and letters beyond ASCII are found', () => {
    expect(found('bad n')).toEqual(['Bad Neustadt 0']);
    expect(found('eustadt')).toEqual([]);
    expect(found('muenchen')).toEqual([]);
    expect(found('munchen')).toEqual(['Munich 48.14']);
    expect(found('aeb')).toEqual(['Æbø 0']);
  });
  test('a text without letters finds nothing', () => expect(found(' - ')).toEqual([]));
});

describe('the packaged list', () => {
  const names = openPlaceNames();
  afterAll(() => names.close());
  const first = async (text: string, near: { lat: number; lon: number } | null = null) => (await names.search(text, near, 10))[0];

  test('large places are found by a few letters, and by names in two languages', async () => {
    expect(await first('berl')).toEqual({ name: 'Berlin', country: 'DE', region: null, lat: 52.52, lon: 13.41 });
    for (const text of ['münchen', 'MUNICH', 'Münch']) expect((await first(text))?.name).toBe('Munich');
    expect((await first('san francisco'))?.region).toBe('CA');
  });
  test('of places with the same name, the one nearby comes first', async () => {
    expect((await first('paris'))?.country).toBe('FR');
    expect(await first('paris', { lat: 38, lon: -84 })).toMatchObject({ country: 'US', region: 'KY' });
  });
  test('one letter finds ten places', async () => expect(await names.search('s', null, 10)).toHaveLength(10));
});
