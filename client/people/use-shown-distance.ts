// Hooks for the distance to a member as text.
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '#shared/contract/profiles.ts';
import { distanceMetres, shownDistance, type Place } from '#shared/rules/distance.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locationReport } from '#client/device/location-report.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { profileQuery } from './profiles.queries.ts';

type MaybePlace = Pick<Profile, 'lat' | 'lon'>;

/** For example "2.5 mi". Null if one of the two places is not known. Lists use `useDistanceTexts`. */
export const useShownDistance = (place: MaybePlace): string | null => useDistanceTexts()(place);

/** A function for the texts of a whole list, so that the rows need no query of their own. */
export function useDistanceTexts(): (place: MaybePlace) => string | null {
  const units = useDistanceUnits();
  const own = useOwnPlace();
  return ({ lat, lon }) =>
    own === null || lat === null || lon === null ? null : shownDistance(distanceMetres(own, { lat, lon }), units);
}

/** The location that this device reports, or your published point. */
function useOwnPlace(): Place | null {
  const { reported } = useStore(locationReport);
  const { data } = useQuery({ ...profileQuery(useOwnProfileId()), refetchInterval: false });
  if (reported !== null) return { lat: reported.lat, lon: reported.lng };
  return data === undefined || data.lat === null || data.lon === null ? null : { lat: data.lat, lon: data.lon };
}
