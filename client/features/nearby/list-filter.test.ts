// The filter of the detail list: query, chips, and storage on the device.
import { describe, expect, test } from 'vitest';
import { chipWords } from './filter-words.ts';
import { readDraft, textsOf } from './filter-draft.ts';
import { conditionsOf, openFilter, queryOf, readFilter, without, type ListFilter } from './list-filter.ts';

const whole: ListFilter = {
  ageMin: 25,
  ageMax: 40,
  heightCmMin: 170,
  weightKgMax: 95,
  characteristics: ['bear', '{product}'],
  withPicture: true,
  onlineNow: true,
  neverChatted: true,
};

test('each condition can be removed by itself, until none is left', () => {
  expect(conditionsOf(whole)).toEqual([
    'age',
    'height',
    'weight',
    'withPicture',
    'onlineNow',
    'neverChatted',
    'bear',
    '{product}',
  ]);
  expect(without(whole, 'age')).toEqual({ ...whole, ageMin: undefined, ageMax: undefined });
  expect(conditionsOf(conditionsOf(whole).reduce(without, whole))).toEqual([]);
  expect(conditionsOf(whole).reduce(without, whole)).toEqual(openFilter);
});

test('the query has the chosen conditions and nothing else', () => {
  expect(queryOf(openFilter)).toEqual({ withPicture: false, onlineNow: false });
  expect(queryOf(whole)).toEqual({ ...whole, characteristics: ['bear', '{product}'] });
});

test('a stored filter is restored, and an invalid one passes everybody', () => {
  expect(readFilter(JSON.parse(JSON.stringify(whole)))).toEqual({ ...whole, characteristics: ['{product}', 'bear'] });
  for (const strange of [null, 'bear', 7, [], { ageMin: 'old', characteristics: 'bear', withPicture: 'yes' }])
    expect(readFilter(strange)).toEqual(openFilter);
  expect(readFilter({ characteristics: ['bear', 'never heard of'] }).characteristics).toEqual(['bear']);
});

describe('a chip', () => {
  const words = (condition: string, filter: ListFilter = whole) => chipWords(condition, filter, 'miles', 'Lambda').text;

  test('shows its range in the units of the member', () => {
    expect(words('age')).toBe('Age 25 to 40');
    expect(words('height')).toBe('Height from 5\'7"');
    expect(words('weight')).toBe('Weight up to 209 lb');
    expect(chipWords('height', whole, 'metric', '').text).toBe('Height from 170 cm');
    expect(words('age', { ...openFilter, ageMin: 30, ageMax: 30 })).toBe('Age 30');
  });

  test('shows other conditions by name, with the brand’s own label', () => {
    expect(['withPicture', 'onlineNow', 'neverChatted', 'bear', '{product}'].map((name) => words(name))).toEqual([
      'With picture',
      'Online now',
      'Never chatted with',
      'Bear',
      'Lambda',
    ]);
  });

  test('of heights and weights notes that it hides what can’t be read', () => {
    expect(chipWords('height', whole, 'miles', '').note).toContain('can’t be read');
    expect(chipWords('weight', whole, 'miles', '').note).toContain('can’t be read');
    expect(chipWords('age', whole, 'miles', '').note).toBeNull();
  });
});

describe('what is typed', () => {
  const none = textsOf(openFilter, 'miles');

  test('is read as in a profile, a weight without unit in the units of the member', () => {
    const texts = { ...none, ageMin: '25', heightCmMin: '5\'11"', heightCmMax: '1,90 m', weightKgMax: '150' };
    expect(readDraft(texts, openFilter, 'miles')).toEqual({
      filter: { ...openFilter, ageMin: 25, heightCmMin: 180, heightCmMax: 190, weightKgMax: 68 },
      errors: {},
    });
    expect(readDraft(texts, openFilter, 'metric').filter.weightKgMax).toBe(150);
  });

  test('shows an error at its field if it can’t be read or a range ends before it begins', () => {
    const { errors, filter } = readDraft(
      { ...none, ageMin: '17', heightCmMin: 'tall', weightKgMin: '90 kg', weightKgMax: '80 kg' },
      openFilter,
      'metric',
    );
    expect(Object.keys(errors)).toEqual(['ageMin', 'heightCmMin', 'weightKgMax']);
    expect(filter.ageMin).toBeUndefined();
  });

  test('comes back as it was chosen', () => {
    for (const units of ['miles', 'metric'] as const)
      expect(readDraft(textsOf(whole, units), whole, units).filter).toMatchObject({ ageMin: 25, ageMax: 40, heightCmMin: 170 });
  });
});
