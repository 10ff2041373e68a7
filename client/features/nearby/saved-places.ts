// Stores the place to look around and the saved places, rounded, on this device only.
import { cleanLine } from '#shared/rules/text.ts';
import { wrapLongitude, type Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { hasVault, localKeys, onVaultOpen, readLocal, writeLocal } from '#client/device/storage.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { createStore } from '#client/device/store.ts';

export interface SavedPlace extends Place {
  readonly name: string;
}

/** A hundredth of a degree is 1,113 m from south to north, about the side of a published cell, and less from west to east. */
const stepsPerDegree = 100;

const storedPlaces = (): SavedPlace[] => parsePlaces(readLocal(localKeys.savedPlaces));

export const savedPlaces = createStore<readonly SavedPlace[]>(storedPlaces());
onVaultOpen(() => savedPlaces.set(storedPlaces()));
// Reads the places saved in another tab, which a change in this tab would otherwise remove.
if (typeof document !== 'undefined')
  addEventListener('storage', ({ key }) => key === localKeys.savedPlaces && savedPlaces.set(storedPlaces()));

const storedChoice = (): SavedPlace | null => parsePlaces([readLocal(localKeys.chosenPlace)])[0] ?? null;

/** The place on which Find's screens are centred. It is null for the member's location. */
export const chosenPlace = createStore<SavedPlace | null>(storedChoice());
onVaultOpen(() => chosenPlace.set(storedChoice()));

/** Looks around a place, or around the member's location for null. The map opens there the next time. */
export function choosePlace(place: SavedPlace | null): void {
  const chosen = place === null ? null : { name: place.name, ...roundedPlace(place) };
  writeLocal(localKeys.chosenPlace, chosen);
  writeLocal(localKeys.mapViewState, place === null ? null : { lat: place.lat, lon: place.lon, zoom: limits.mapZoom });
  chosenPlace.set(chosen);
}

/** The name, in English, of the place that is assumed while the location is unknown. */
const unnamed = 'a place';

export const isUnnamed = ({ name }: SavedPlace): boolean => name === unnamed;

/** Looks around the place that is assumed while the location is unknown. The choice is not stored. */
export const lookAround = ({ lat, lon }: Place): void => chosenPlace.set({ name: unnamed, ...roundedPlace({ lat, lon }) });

/** Chosen and saved places are stored and sent rounded. Only the stored view of the map is exact. */
export function roundedPlace({ lat, lon }: Place): Place {
  return { lat: rounded(lat), lon: rounded(wrapLongitude(lon)) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * stepsPerDegree) / stepsPerDegree;
}

/** Adds a place, or replaces the one with the same name. Returns false if the list is full. */
export function savePlace(name: string, place: Place): boolean {
  const saved: SavedPlace = { name: cleanLine(name).slice(0, limits.maxSavedPlaceNameLength), ...roundedPlace(place) };
  const without = (places: readonly SavedPlace[]) => places.filter((other) => other.name !== saved.name);
  if (without(savedPlaces.get()).length >= limits.maxSavedPlaces) return false;
  changePlaces((places) => [...without(places), saved]);
  return true;
}

export function deletePlace(place: SavedPlace): void {
  changePlaces((places) => places.filter((other) => other.name !== place.name));
  if (chosenPlace.get()?.name === place.name) choosePlace(null);
}

/** Returns the centre of the stored map view, or null if there is none. */
export function mapCentre(): Place | null {
  return parsePlace(readLocal(localKeys.mapViewState));
}

/** Reads stored places and leaves out invalid ones. */
export function parsePlaces(stored: unknown): SavedPlace[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, limits.maxSavedPlaces).flatMap((one: unknown) => {
    const place = parsePlace(one);
    const name: unknown = Reflect.get(Object(one), 'name');
    return place === null || typeof name !== 'string' || name === '' ? [] : [{ name, ...roundedPlace(place) }];
  });
}

type Change = (places: readonly SavedPlace[]) => readonly SavedPlace[];

/** If the storage is not open yet, shows the change at once, and applies it to the stored places when the storage opens. */
function changePlaces(change: Change): void {
  if (hasVault()) return storeChanged(change);
  savedPlaces.set(change(savedPlaces.get()));
  void whenStorageOpened().then(() => storeChanged(change));
}

function storeChanged(change: Change): void {
  const places = change(savedPlaces.get()).slice(-limits.maxSavedPlaces);
  savedPlaces.set(places);
  writeLocal(localKeys.savedPlaces, places.length === 0 ? null : places);
}

function parsePlace(value: unknown): Place | null {
  const [lat, lon]: unknown[] = [Reflect.get(Object(value), 'lat'), Reflect.get(Object(value), 'lon')];
  return typeof lat === 'number' && Math.abs(lat) <= 90 && typeof lon === 'number' && Number.isFinite(lon) ? { lat, lon } : null;
}
