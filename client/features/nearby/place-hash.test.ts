// Links to a member's place on the map.
import { expect, test } from 'vitest';
import { placeHash, placeOfHash } from './place-hash.ts';

test('a link has the member and their place, as the address of the map does', () => {
  expect(placeHash('abc', { lat: 33.5, lon: -112.25 })).toBe('profileId=abc&lat=33.5&lng=-112.25');
});

test('its place is read back, at the equator, at the antimeridian and at a pole too', () => {
  for (const place of [
    { lat: 0, lon: 0 },
    { lat: -16.8, lon: 180 },
    { lat: 90, lon: -180 },
  ])
    expect(placeOfHash(placeHash('abc', place))).toEqual(place);
});

test.each(['', 'profileId=abc', 'lat=33', 'lat=&lng=', 'lat=x&lng=1', 'lat=91&lng=0', 'lat=1&lng=181', 'lat=NaN&lng=NaN'])(
  'an invalid place (%j) does not move the map',
  (hash) => expect(placeOfHash(hash)).toBeNull(),
);
