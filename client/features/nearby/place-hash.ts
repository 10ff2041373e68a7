// The fragment of the map's address with a member and their place.
import type { Place } from '#shared/rules/distance.ts';

export function placeHash(profileId: string, { lat, lon }: Place): string {
  return new URLSearchParams({ profileId, lat: String(lat), lng: String(lon) }).toString();
}

/** Null unless it has valid coordinates. */
export function placeOfHash(hash: string): Place | null {
  const named = new URLSearchParams(hash);
  const [lat, lon] = ['lat', 'lng'].map((key) => Number(named.get(key) || Number.NaN));
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { lat, lon };
}
