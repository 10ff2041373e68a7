// Tests links to a member on the map.
import { expect, test } from 'vitest';
import { mapFragment, placeInFragment } from './map-fragment.ts';

test('a fragment has the member’s id and place', () => {
  expect(mapFragment('abc', { lat: 33.5, lon: -112.25 })).toBe('profileId=abc&lat=33.5&lng=-112.25');
});

test('the place in a fragment can be read, even on the equator, the antimeridian and a pole', () => {
  for (const place of [
    { lat: 0, lon: 0 },
    { lat: -16.8, lon: 180 },
    { lat: 90, lon: -180 },
  ])
    expect(placeInFragment(mapFragment('abc', place))).toEqual(place);
});

test.each(['', 'profileId=abc', 'lat=33', 'lat=&lng=', 'lat=x&lng=1', 'lat=91&lng=0', 'lat=1&lng=181', 'lat=NaN&lng=NaN'])(
  'an invalid fragment (%j) has no place',
  (hash) => expect(placeInFragment(hash)).toBeNull(),
);
