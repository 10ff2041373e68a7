// Saved places: precision, number and storage.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localKeys, setVault } from '#client/device/storage.ts';
import { chooseFilter, openFilter } from './list-filter.ts';
import { forgetPlace, lookedAround, middleOfMap, neighbourhoodOf, readPlaces, savedPlaces, savePlace } from './saved-places.ts';

const berlin = { name: 'Berlin', lat: 52.516271, lon: 13.377725 };

/** The device's storage while an app lock is set. */
let sealed: Map<string, unknown>;
beforeEach(() => {
  sealed = new Map();
  setVault({
    holds: () => true,
    read: (key) => sealed.get(key) ?? null,
    write: (key, value) => void sealed.set(key, value),
    flush: async () => undefined,
  });
});
afterEach(() => {
  for (const place of savedPlaces.get()) forgetPlace(place);
  setVault(null);
});

test('a place is rounded to a neighbourhood, however often the map went round the globe', () => {
  expect(neighbourhoodOf({ lat: 52.516271, lon: 13.377725 })).toEqual({ lat: 52.52, lon: 13.38 });
  expect(neighbourhoodOf({ lat: -17.123456, lon: 541.5 })).toEqual({ lat: -17.12, lon: -178.5 });
});

test('only valid stored places are restored, ten at most', () => {
  expect(readPlaces([berlin, { name: 'nowhere' }, { ...berlin, lat: 99 }, null, 'x'])).toEqual([
    { name: 'Berlin', lat: 52.52, lon: 13.38 },
  ]);
  expect(readPlaces(Array.from({ length: 12 }, () => berlin))).toHaveLength(10);
  expect(readPlaces('Berlin')).toEqual([]);
});

test('ten places are saved, the eleventh is not, and one of the same name replaces the old one', () => {
  for (let number = 1; number <= 10; number++) expect(savePlace(`Place ${number}`, berlin)).toBe(true);
  expect(savePlace('One more', berlin)).toBe(false);
  expect(savePlace('  Place 3 ', { lat: 1, lon: 2 })).toBe(true);
  expect(savedPlaces.get()).toHaveLength(10);
  expect(savedPlaces.get().find(({ name }) => name === 'Place 3')).toEqual({ name: 'Place 3', lat: 1, lon: 2 });
});

test('deleting a place ends looking around there', () => {
  savePlace('Berlin', berlin);
  const [kept] = savedPlaces.get();
  lookedAround.set(kept ?? null);
  forgetPlace({ ...berlin, ...neighbourhoodOf(berlin) });
  expect([savedPlaces.get(), lookedAround.get(), sealed.get(localKeys.savedPlaces)]).toEqual([[], null, null]);
});

test('places and filters are sealed like all member data while an app lock is set', () => {
  sealed.set(localKeys.mapViewState, { lat: berlin.lat, lon: berlin.lon, zoom: 11 });
  savePlace('Berlin', middleOfMap() ?? { lat: 0, lon: 0 });
  chooseFilter({ ...openFilter, ageMin: 30 });
  expect(sealed.get(localKeys.savedPlaces)).toEqual([{ name: 'Berlin', lat: 52.52, lon: 13.38 }]);
  expect(sealed.get(localKeys.listFilter)).toEqual({ ...openFilter, ageMin: 30 });
  chooseFilter(openFilter);
  expect(sealed.get(localKeys.listFilter)).toBeNull();
});
