// Decoding of stored preferences.
import { expect, test } from 'vitest';
import { defaultPreferences, preferencesFrom } from './preferences.ts';

test('a preference that was never changed has its default', () => {
  expect(preferencesFrom({})).toEqual(defaultPreferences);
  expect(preferencesFrom({ previews: true })).toEqual({ ...defaultPreferences, previews: true });
});

test('an invalid or unknown stored preference does not affect the others', () => {
  expect(preferencesFrom({ units: 'furlongs', theme: 'dark', gone: 1 })).toEqual({ ...defaultPreferences, theme: 'dark' });
});
