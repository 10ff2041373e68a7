// Tests the precision, the limit and the storage of saved places.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localKeys, setVault } from '#client/device/storage.ts';
import { setStorageOpening } from '#client/device/storage-opening.ts';
import { openFakePage } from '#client/testing/fake-page.ts';
import { chooseFilter, emptyFilter } from './list-filter.ts';
import {
  choosePlace,
  deletePlace,
  chosenPlace,
  lookAround,
  mapCentre,
  roundedPlace,
  parsePlaces,
  savedPlaces,
  savePlace,
} from './saved-places.ts';

const berlin = { name: 'Berlin', lat: 52.516271, lon: 13.377725 };

/** The device's storage while an app lock is set. */
let sealed: Map<string, unknown>;
const openVault = (): void =>
  setVault({
    holds: () => true,
    read: (key) => sealed.get(key) ?? null,
    write: (key, value) => void sealed.set(key, value),
    flush: async () => undefined,
  });
beforeEach(() => {
  sealed = new Map();
  openVault();
});
afterEach(() => {
  for (const place of savedPlaces.get()) deletePlace(place);
  setVault(null);
});

test('a place is rounded, and its longitude wrapped into the usual range', () => {
  expect(roundedPlace({ lat: 52.516271, lon: 13.377725 })).toEqual({ lat: 52.52, lon: 13.38 });
  expect(roundedPlace({ lat: -17.123456, lon: 541.5 })).toEqual({ lat: -17.12, lon: -178.5 });
});

test('valid stored places are restored, at most ten', () => {
  expect(parsePlaces([berlin, { name: 'nowhere' }, { ...berlin, lat: 99 }, null, 'x'])).toEqual([
    { name: 'Berlin', lat: 52.52, lon: 13.38 },
  ]);
  expect(parsePlaces(Array.from({ length: 12 }, () => berlin))).toHaveLength(10);
  expect(parsePlaces('Berlin')).toEqual([]);
});

test('at most ten places are saved, and a place replaces one with the same name', () => {
  for (let number = 1; number <= 10; number++) expect(savePlace(`Place ${number}`, berlin)).toBe(true);
  expect(savePlace('One more', berlin)).toBe(false);
  expect(savePlace('  Place 3 ', { lat: 1, lon: 2 })).toBe(true);
  expect(savedPlaces.get()).toHaveLength(10);
  expect(savedPlaces.get().find(({ name }) => name === 'Place 3')).toEqual({ name: 'Place 3', lat: 1, lon: 2 });
});

test('a place that is saved before the storage opens is added to the stored ones', async () => {
  setVault(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  setStorageOpening(promise);
  savePlace('Lake', { lat: 1, lon: 2 });
  expect(savedPlaces.get().map(({ name }) => name)).toEqual(['Lake']);
  sealed.set(localKeys.savedPlaces, [berlin]);
  openVault();
  resolve();
  await expect.poll(() => savedPlaces.get().map(({ name }) => name)).toEqual(['Berlin', 'Lake']);
  expect(parsePlaces(sealed.get(localKeys.savedPlaces)).map(({ name }) => name)).toEqual(['Berlin', 'Lake']);
});

test('a place that another tab has saved stays when this tab saves one', async () => {
  const page = openFakePage();
  vi.resetModules();
  const [tab, storage] = await Promise.all([import('./saved-places.ts'), import('#client/device/storage.ts')]);
  const { localKeys: keys } = storage;
  storage.setVault({
    holds: () => true,
    read: (key) => sealed.get(key) ?? null,
    write: (key, value) => void sealed.set(key, value),
    flush: async () => undefined,
  });
  sealed.set(keys.savedPlaces, [berlin]);
  dispatchEvent(Object.assign(new Event('storage'), { key: keys.savedPlaces }));
  tab.savePlace('Lake', { lat: 1, lon: 2 });
  expect(tab.savedPlaces.get().map(({ name }) => name)).toEqual(['Berlin', 'Lake']);
  expect(parsePlaces(sealed.get(keys.savedPlaces)).map(({ name }) => name)).toEqual(['Berlin', 'Lake']);
  page.close();
});

test('the chosen place is stored until the member leaves it, and moves the map', () => {
  choosePlace(berlin);
  const { lat, lon } = berlin;
  expect([chosenPlace.get(), sealed.get(localKeys.mapViewState)]).toEqual([
    { name: 'Berlin', lat: 52.52, lon: 13.38 },
    { lat, lon, zoom: 13 },
  ]);
  const kept = new Map(sealed);
  chosenPlace.set(null);
  setVault({ holds: () => true, read: (key) => kept.get(key) ?? null, write: () => undefined, flush: async () => undefined });
  expect(chosenPlace.get()).toEqual({ name: 'Berlin', lat: 52.52, lon: 13.38 });
  choosePlace(null);
  expect(chosenPlace.get()).toBeNull();
});

test('looking around without a location is not stored', () => {
  lookAround(berlin);
  expect(chosenPlace.get()).toEqual({ name: 'a place', lat: 52.52, lon: 13.38 });
  expect(sealed.has(localKeys.chosenPlace)).toBe(false);
  chosenPlace.set(null);
});

test('deleting a place ends looking around there', () => {
  savePlace('Berlin', berlin);
  const [saved] = savedPlaces.get();
  chosenPlace.set(saved ?? null);
  deletePlace({ ...berlin, ...roundedPlace(berlin) });
  expect([savedPlaces.get(), chosenPlace.get(), sealed.get(localKeys.savedPlaces)]).toEqual([[], null, null]);
});

test('places and filters are sealed like all member data while an app lock is set', () => {
  sealed.set(localKeys.mapViewState, { lat: berlin.lat, lon: berlin.lon, zoom: 11 });
  savePlace('Berlin', mapCentre() ?? { lat: 0, lon: 0 });
  chooseFilter({ ...emptyFilter, ageMin: 30 });
  expect(sealed.get(localKeys.savedPlaces)).toEqual([{ name: 'Berlin', lat: 52.52, lon: 13.38 }]);
  expect(sealed.get(localKeys.listFilter)).toEqual({ ...emptyFilter, ageMin: 30 });
  chooseFilter(emptyFilter);
  expect(sealed.get(localKeys.listFilter)).toBeNull();
});
