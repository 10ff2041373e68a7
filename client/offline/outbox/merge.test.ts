// Merging two changes of the same thing: fields that merge by themselves, and fields that a member has to choose.
import { expect, test } from 'vitest';
import { mergedOnto } from './merge.ts';

test('a field changed only here is changed on the newer state', () => {
  expect(mergedOnto({ height: '', weight: '77 kg' }, { height: '' }, { id: 'ada', height: '180 cm' })).toEqual({
    body: { height: '180 cm' },
    base: { height: '' },
    conflicts: [],
  });
});

test('a field changed alike on both sides needs no change', () => {
  expect(mergedOnto({ height: '180 cm' }, { height: '' }, { height: '180 cm' })).toEqual({ body: {}, base: {}, conflicts: [] });
});

test('a field changed differently on both sides needs a choice, and does not delay the others', () => {
  const merged = mergedOnto(
    { height: '185 cm', description: 'Old.', birthdate: null },
    { height: '', description: 'Old.', birthdate: null },
    { height: '180 cm', description: 'New.', birthdate: '1990-01-01' },
  );
  expect(merged).toEqual({
    body: { description: 'New.', birthdate: '1990-01-01' },
    base: { description: 'Old.', birthdate: null },
    conflicts: ['height'],
  });
});

test('the additions and removals of both sides apply to a list', () => {
  const { body, conflicts } = mergedOnto(
    { characteristics: ['bear', 'coffee', 'art'] },
    { characteristics: ['bear', 'top'] },
    { characteristics: ['top', 'travel'] },
  );
  expect([body, conflicts]).toEqual([{ characteristics: ['coffee', 'art', 'travel'] }, []]);
  expect(mergedOnto({ list: ['a', 'b'] }, { list: ['a'] }, { list: ['a', 'b'] }).body).toEqual({});
});

test.each([
  ['the other side only added', ['a', 'b', 'c', 'new'], ['c', 'a', 'b', 'new']],
  ['the other side put another in the place of one', ['new', 'b', 'c'], ['new', 'c', 'b']],
  ['the other side took one away', ['a', 'c'], ['c', 'a']],
  ['the other side chose an order too', ['b', 'a', 'c'], ['b', 'a', 'c']],
])('an order of this side stays where %s', (_, theirs, order) => {
  const { body } = mergedOnto({ list: theirs }, { list: ['a', 'b', 'c'] }, { list: ['c', 'a', 'b'] });
  expect({ list: theirs, ...body }).toEqual({ list: order });
});

test.each([
  ['was none', null, ['a'], ['b']],
  ['is none here', ['a'], null, ['b']],
  ['is none elsewhere', ['a'], ['b'], null],
])('a list that %s needs a choice as a whole', (_, was, mine, theirs) => {
  expect(mergedOnto({ tags: theirs }, { tags: was }, { tags: mine })).toEqual({ body: {}, base: {}, conflicts: ['tags'] });
});
