// The correct nearest members, by a linear scan.
import type { NearbyMember } from '#server/nearby/index.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorsAround } from '#shared/rules/sectors.ts';
import { onePercent } from './population.ts';
import { pageSize, type Reach } from './peer.ts';

export interface Truth {
  /** Sorted distances in metres of all members within the reach, or within `farthestMetres`. */
  metresOf(centre: Place, isFiltered: boolean, farthestMetres: number | null): number[];
  /** Throws unless `found` are the nearest members of a page, up to an error of `metresOff`. */
  compare(found: readonly string[], expected: readonly number[], centre: Place, page: number, metresOff: number): void;
}

export function truthOf(members: Iterable<NearbyMember>): Truth {
  const all = Array.from(members, ({ profileId, lat, lon, ...rest }) => ({ profileId, lat, lon, fits: fits(rest) }));
  const places = new Map(all.map((one) => [one.profileId, one]));
  return {
    metresOf(centre, isFiltered, farthestMetres) {
      const { latFrom, latTo, lonFrom, lonTo } = reachAround(centre);
      return all
        .filter(({ lat, lon, fits: isMatch }) => {
          if (isFiltered && !isMatch) return false;
          if (farthestMetres !== null) return distanceMetres(centre, { lat, lon }) <= farthestMetres;
          return lat >= latFrom && lat < latTo && lon >= lonFrom && lon < lonTo;
        })
        .map((one) => distanceMetres(centre, one))
        .toSorted((a, b) => a - b);
    },
    compare(found, expected, centre, page, metresOff) {
      const pageMetres = expected.slice(page * pageSize, (page + 1) * pageSize);
      const metres = found.map((profileId) => distanceMetres(centre, places.get(profileId) ?? { lat: NaN, lon: NaN }));
      const isRight =
        new Set(found).size === pageMetres.length &&
        pageMetres.every((one, rank) => Math.abs(one - (metres[rank] ?? NaN)) <= metresOff);
      if (!isRight) throw new Error(`Wrong nearest members of ${all.length} around ${centre.lat}, ${centre.lon}`);
    },
  };
}

/** The searched sectors around a place, which form a rectangle at the population's latitudes. */
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
  const isInRange = age >= onePercent.ageMin && age <= onePercent.ageMax && (heightCm ?? 0) >= onePercent.heightCmMin;
  return isInRange && hasPicture && onePercent.characteristics.every((label) => characteristics.includes(label));
}
