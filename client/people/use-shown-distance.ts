// The distance to a member as text.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownDistance } from '#shared/formats/measures.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { locationReport } from '#client/device/location-report.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { profileQuery } from './profiles.queries.ts';

type MaybePlace = Pick<Profile, 'lat' | 'lon'>;

/** For example "2.5 mi". Null if one of the two places is not known. Lists use `useDistanceTexts`. */
export const useShownDistance = (place: MaybePlace): string | null => useDistanceTexts()(place);

/** Returns a function for all rows of a list, so that they need no queries. Distances are from `centre`, if it is given. */
export function useDistanceTexts(centre: Place | null = null): (place: MaybePlace) => string | null {
  const units = useDistanceUnits();
  const own = useOwnPlace();
  const from = centre ?? own;
  return ({ lat, lon }) => {
    if (from === null || lat === null || lon === null) return null;
    return shownDistance(distanceMetres(from, { lat, lon }), units, locale());
  };
}

/** For example "2.5 mi", or "2.5 mi from there" if there is a `centre`. */
export function useDistanceFrom(centre: Place | null, place: MaybePlace): string | null {
  const distance = useDistanceTexts(centre)(place);
  return centre === null || distance === null ? distance : t('{distance} from there', { distance });
}

/** The location that this device reports, or else the member's published point. */
function useOwnPlace(): Place | null {
  const { reported } = useStore(locationReport);
  const { data } = useQuery({ ...profileQuery(useOwnProfileId()), refetchInterval: false });
  if (reported !== null) return { lat: reported.lat, lon: reported.lng };
  return data === undefined || data.lat === null || data.lon === null ? null : { lat: data.lat, lon: data.lon };
}
