// Writes and reads the URL fragment that links to a member on the map.
import type { Place } from '#shared/rules/distance.ts';

export function mapFragment(profileId: string, { lat, lon }: Place): string {
  return new URLSearchParams({ profileId, lat: String(lat), lng: String(lon) }).toString();
}

/** Returns null if there are no valid coordinates. */
export function placeInFragment(hash: string): Place | null {
  const params = new URLSearchParams(hash);
  const [lat, lon] = ['lat', 'lng'].map((key) => Number(params.get(key) || Number.NaN));
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { lat, lon };
}
