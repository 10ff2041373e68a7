// The locale and units of the device, which follow the browser's language.
import { afterEach, expect, test, vi } from 'vitest';
import { locale, usualUnits } from './locale.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the locale and the units follow the browser’s language, even after it changes', () => {
  const shown = (language: string) => {
    vi.stubGlobal('navigator', { language });
    return [new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(0), usualUnits()];
  };
  expect(shown('en-US')).toEqual(['Jan 1', 'miles']);
  expect(shown('en-GB')).toEqual(['1 Jan', 'miles']);
  expect(shown('de-DE')).toEqual(['1 Jan', 'metric']);
  expect(shown('en-US')).toEqual(['Jan 1', 'miles']);
});
