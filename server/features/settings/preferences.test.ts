// Preferences as the rest of the server reads them.
import { expect, test } from 'vitest';
import { defaultPreferences, preferencesFrom } from './preferences.ts';

test('a choice never made has its default', () => {
  expect(preferencesFrom({})).toEqual(defaultPreferences);
  expect(preferencesFrom({ previews: true })).toEqual({ ...defaultPreferences, previews: true });
});

test('an unknown choice stored by an older version does not affect the others', () => {
  expect(preferencesFrom({ units: 'furlongs', theme: 'dark', gone: 1 })).toEqual({ ...defaultPreferences, theme: 'dark' });
});
