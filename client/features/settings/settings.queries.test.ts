// Which changes of settings may wait on the device for a connection.
import { expect, test } from 'vitest';
import { canWait } from './settings.queries.ts';

test('preferences wait, also together', () => {
  expect(canWait({ theme: 'dark', quietHours: null, previews: true })).toBe(true);
});

test('a list of devices does not wait, because it would remove devices that were added meanwhile', () => {
  expect(canWait({ pushSubscriptions: [] })).toBe(false);
});
