// Saved places to look around: stored on this device only, and never more exact than a neighbourhood.
import { cleanLine } from '#shared/rules/text.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { createStore } from '#client/device/store.ts';

export interface SavedPlace extends Place {
  readonly name: string;
}

/** A hundredth of a degree is 1,113 m from south to north: no finer than the cells that others are shown in. */
const stepsPerDegree = 100;

export const savedPlaces = createStore<readonly SavedPlace[]>(readPlaces(readLocal(localKeys.savedPlaces)));

/** The place to look around; null is the own point, also after a restart. */
export const lookedAround = createStore<SavedPlace | null>(null);

/** The rounded point that is stored and sent instead of the exact one. */
export function neighbourhoodOf({ lat, lon }: Place): Place {
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
  return { lat: rounded(lat), lon: rounded(turned) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * stepsPerDegree) / stepsPerDegree;
}

/** Saves a place, replacing one of the same name; false if the list is full. */
export function savePlace(name: string, place: Place): boolean {
  const saved: SavedPlace = { name: cleanLine(name).slice(0, limits.maxSavedPlaceNameLength), ...neighbourhoodOf(place) };
  const others = savedPlaces.get().filter((other) => other.name !== saved.name);
  if (others.length >= limits.maxSavedPlaces) return false;
  keep([...others, saved]);
  return true;
}

export function forgetPlace(place: SavedPlace): void {
  keep(savedPlaces.get().filter((other) => other.name !== place.name));
  if (lookedAround.get()?.name === place.name) lookedAround.set(null);
}

/** The middle of the map when last opened; null if it never was. */
export function middleOfMap(): Place | null {
  const view = Object(readLocal(localKeys.mapViewState));
  return placeIn(view);
}

/** Reads stored places, without invalid ones. */
export function readPlaces(saved: unknown): SavedPlace[] {
  if (!Array.isArray(saved)) return [];
  return saved.slice(0, limits.maxSavedPlaces).flatMap((one: unknown) => {
    const place = placeIn(Object(one));
    const name: unknown = Reflect.get(Object(one), 'name');
    return place === null || typeof name !== 'string' || name === '' ? [] : [{ name, ...neighbourhoodOf(place) }];
  });
}

function keep(places: readonly SavedPlace[]): void {
  savedPlaces.set(places);
  writeLocal(localKeys.savedPlaces, places.length === 0 ? null : places);
}

function placeIn(value: object): Place | null {
  const [lat, lon]: unknown[] = [Reflect.get(value, 'lat'), Reflect.get(value, 'lon')];
  return typeof lat === 'number' && Math.abs(lat) <= 90 && typeof lon === 'number' && Number.isFinite(lon) ? { lat, lon } : null;
}
