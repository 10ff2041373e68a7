// The correct nearest members, by a linear scan.
import type { NearbyMember } from '#server/nearby/index.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorsAround } from '#shared/rules/sectors.ts';
import { onePercent } from './crowd.ts';
import { pageSize, type Reach } from './peer.ts';

export interface Truth {
  /** Distances in metres, nearest first, of all who are within reach or within so many metres. */
  metresOf(centre: Place, isFiltered: boolean, farthestMetres: number | null): number[];
  /** Throws unless these are the nearest of a page, where `metresOff` of doubt is allowed. */
  compare(found: readonly string[], expected: readonly number[], centre: Place, page: number, metresOff: number): void;
}

export function truthOf(members: Iterable<NearbyMember>): Truth {
  const everybody = Array.from(members, ({ profileId, lat, lon, ...rest }) => ({ profileId, lat, lon, fits: fits(rest) }));
  const places = new Map(everybody.map((one) => [one.profileId, one]));
  return {
    metresOf(centre, isFiltered, farthestMetres) {
      const { latFrom, latTo, lonFrom, lonTo } = reachAround(centre);
      return everybody
        .filter(({ lat, lon, fits: isAsked }) => {
          if (isFiltered && !isAsked) return false;
          if (farthestMetres !== null) return distanceMetres(centre, { lat, lon }) <= farthestMetres;
          return lat >= latFrom && lat < latTo && lon >= lonFrom && lon < lonTo;
        })
        .map((one) => distanceMetres(centre, one))
        .toSorted((a, b) => a - b);
    },
    compare(found, expected, centre, page, metresOff) {
      const right = expected.slice(page * pageSize, (page + 1) * pageSize);
      const metres = found.map((profileId) => distanceMetres(centre, places.get(profileId) ?? { lat: NaN, lon: NaN }));
      const isRight =
        new Set(found).size === right.length && right.every((one, rank) => Math.abs(one - (metres[rank] ?? NaN)) <= metresOff);
      if (!isRight)
        throw new Error(`The nearest of ${everybody.length} members around ${centre.lat}, ${centre.lon} are not the right ones`);
    },
  };
}

/** The sectors that are looked at around a place: in the country of the made-up crowd they are a rectangle. */
export function reachAround({ lat, lon }: Place): Reach {
  const sectors = sectorsAround(lat, lon);
  const [lats, lons] = [sectors.map((sector) => sector.lat), sectors.map((sector) => sector.lon)];
  return {
    latFrom: Math.min(...lats),
    latTo: Math.max(...lats) + 1,
    lonFrom: Math.min(...lons),
    lonTo: Math.max(...lons) + 1,
  };
}

function fits({
  age,
  heightCm,
  hasPicture,
  characteristics,
}: Pick<NearbyMember, 'age' | 'heightCm' | 'hasPicture' | 'characteristics'>): boolean {
  const isAsked = age >= onePercent.ageMin && age <= onePercent.ageMax && (heightCm ?? 0) >= onePercent.heightCmMin;
  return isAsked && hasPicture && onePercent.characteristics.every((label) => characteristics.includes(label));
}
