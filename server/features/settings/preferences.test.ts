// Choices as the rest of the server reads them.
import { expect, test } from 'vitest';
import { defaultPreferences, preferencesFrom } from './preferences.ts';

test('what was never chosen is as by default', () => {
  expect(preferencesFrom({})).toEqual(defaultPreferences);
  expect(preferencesFrom({ previews: true })).toEqual({ ...defaultPreferences, previews: true });
});

test('a choice that an older version stored and nobody knows any more costs no other', () => {
  expect(preferencesFrom({ units: 'furlongs', theme: 'dark', gone: 1 })).toEqual({ ...defaultPreferences, theme: 'dark' });
});
