// Time zones, and local times in them around changes of the clocks.
import { expect, test } from 'vitest';
import { deviceTimeZone, isTimeZone, localTime } from './zones.ts';

test('a time zone has an IANA name', () => {
  expect(['Europe/Vienna', 'UTC', 'Nowhere/Land', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  expect(isTimeZone(deviceTimeZone())).toBe(true);
});

test('local times skip an hour in spring and repeat one in autumn', () => {
  const sunday = (month: number, day: number, hour: number) => localTime('Europe/Vienna', Date.UTC(2026, month, day, hour));
  expect([sunday(2, 29, 0), sunday(2, 29, 1)]).toEqual([
    { day: 0, minute: 60 },
    { day: 0, minute: 180 },
  ]);
  expect([sunday(9, 25, 0), sunday(9, 25, 1), sunday(9, 25, 2)].map(({ minute }) => minute)).toEqual([120, 120, 180]);
  expect(localTime('Pacific/Kiritimati', Date.UTC(2026, 10, 20, 10))).toEqual({ day: 6, minute: 0 });
});
