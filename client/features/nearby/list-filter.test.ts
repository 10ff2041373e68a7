// Tests Find's filter: its query, its chips, its storage and its form.
import { describe, expect, test } from 'vitest';
import { chipLabel } from './chip-label.ts';
import { parseDraft, rangeTexts } from './filter-draft.ts';
import { conditionsOf, emptyFilter, queryOf, parseFilter, without, type ListFilter } from './list-filter.ts';

const fullFilter: ListFilter = {
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
  expect(conditionsOf(fullFilter)).toEqual([
    'age',
    'height',
    'weight',
    'withPicture',
    'onlineNow',
    'neverChatted',
    'bear',
    '{product}',
  ]);
  expect(without(fullFilter, 'age')).toEqual({ ...fullFilter, ageMin: undefined, ageMax: undefined });
  expect(conditionsOf(conditionsOf(fullFilter).reduce(without, fullFilter))).toEqual([]);
  expect(conditionsOf(fullFilter).reduce(without, fullFilter)).toEqual(emptyFilter);
});

test('the query has the chosen conditions and nothing else', () => {
  expect(queryOf(emptyFilter)).toEqual({ withPicture: false, onlineNow: false });
  expect(queryOf(fullFilter)).toEqual({ ...fullFilter, characteristics: ['bear', '{product}'] });
});

test('a stored filter is restored without its invalid parts', () => {
  expect(parseFilter(JSON.parse(JSON.stringify(fullFilter)))).toEqual({ ...fullFilter, characteristics: ['{product}', 'bear'] });
  for (const invalid of [null, 'bear', 7, [], { ageMin: 'old', characteristics: 'bear', withPicture: 'yes' }])
    expect(parseFilter(invalid)).toEqual(emptyFilter);
  expect(parseFilter({ characteristics: ['bear', 'never heard of'] }).characteristics).toEqual(['bear']);
});

describe('a chip label', () => {
  const label = (condition: string, filter: ListFilter = fullFilter) => chipLabel(condition, filter, 'miles', 'Lambda').text;

  test('shows the range in the member’s units', () => {
    expect(label('age')).toBe('Age 25 to 40');
    expect(label('height')).toBe('Height from 5\'7"');
    expect(label('weight')).toBe('Weight up to 209 lb');
    expect(chipLabel('height', fullFilter, 'metric', '').text).toBe('Height from 170 cm');
    expect(label('age', { ...emptyFilter, ageMin: 30, ageMax: 30 })).toBe('Age 30');
  });

  test('names other conditions, with the brand’s label for {product}', () => {
    expect(['withPicture', 'onlineNow', 'neverChatted', 'bear', '{product}'].map((name) => label(name))).toEqual([
      'With picture',
      'Online now',
      'Never chatted with',
      'Bear',
      'Lambda',
    ]);
  });

  test('notes that a height or weight filter hides values that can’t be read', () => {
    expect(chipLabel('height', fullFilter, 'miles', '').note).toContain('can’t be read');
    expect(chipLabel('weight', fullFilter, 'miles', '').note).toContain('can’t be read');
    expect(chipLabel('age', fullFilter, 'miles', '').note).toBeNull();
  });
});

describe('the filter form', () => {
  const noTexts = rangeTexts(emptyFilter, 'miles');

  test('reads heights and weights like the profile does, a weight without a unit in the member’s units', () => {
    const texts = { ...noTexts, ageMin: '25', heightCmMin: '5\'11"', heightCmMax: '1,90 m', weightKgMax: '150' };
    expect(parseDraft(texts, emptyFilter, 'miles')).toEqual({
      filter: { ...emptyFilter, ageMin: 25, heightCmMin: 180, heightCmMax: 190, weightKgMax: 68 },
      errors: {},
    });
    expect(parseDraft(texts, emptyFilter, 'metric').filter.weightKgMax).toBe(150);
  });

  test('reads the digits of an Arabic keyboard', () => {
    const texts = { ...noTexts, ageMin: '٢٥', ageMax: '۴۰', heightCmMin: '١٧٠', weightKgMax: '١٥٠' };
    expect(parseDraft(texts, emptyFilter, 'miles')).toEqual({
      filter: { ...emptyFilter, ageMin: 25, ageMax: 40, heightCmMin: 170, weightKgMax: 68 },
      errors: {},
    });
  });

  test('shows an error at a field that can’t be read or whose range ends before it begins', () => {
    const { errors, filter } = parseDraft(
      { ...noTexts, ageMin: '17', heightCmMin: 'tall', weightKgMin: '90 kg', weightKgMax: '80 kg' },
      emptyFilter,
      'metric',
    );
    expect(Object.keys(errors)).toEqual(['ageMin', 'heightCmMin', 'weightKgMax']);
    expect(filter.ageMin).toBeUndefined();
  });

  test('shows the chosen filter when opened again', () => {
    for (const units of ['miles', 'metric'] as const)
      expect(parseDraft(rangeTexts(fullFilter, units), fullFilter, units).filter).toMatchObject({
        ageMin: 25,
        ageMax: 40,
        heightCmMin: 170,
      });
  });
});
