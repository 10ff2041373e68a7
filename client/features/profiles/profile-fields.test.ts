// The profile editor's fields: validation and unsaved input.
import { expect, test } from 'vitest';
import { changedFields, validationErrors, withoutStored } from './profile-fields.ts';

const nowMs = Date.UTC(2026, 4, 17);

test.each([
  ['', null, { profilename: 'Please enter a public name.' }],
  [' \u200b ', null, { profilename: 'Please enter a public name.' }],
  ['Anton', '2008-05-18', { birthdate: 'You must be at least 18 years old.' }],
  ['Anton', '2008-05-17', {}],
  ['Anton', '1990-02-30', { birthdate: 'Please enter a real date.' }],
  ['Anton', null, {}],
])('the name "%s" and the birthdate %s are checked', (profilename, birthdate, errors) =>
  expect(validationErrors({ profilename, birthdate }, nowMs)).toEqual(errors),
);

test('only changed fields are saved', () => {
  const current = { height: '180 cm', characteristics: ['bear'] };
  expect(changedFields(current, { height: '180 cm', characteristics: ['bear', 'art'] })).toEqual({
    characteristics: ['bear', 'art'],
  });
});

test('stored fields are no longer unsaved, unless they were edited since or have the focus', () => {
  const input = { height: '180 cm', weight: '77 kg', description: 'Long wal' };
  const stored = { height: '180 cm', weight: '77 kg', description: 'Long' };
  expect(withoutStored(input, stored, 'weight')).toEqual({ weight: '77 kg', description: 'Long wal' });
});
