// Finds the nearest members by a linear scan, with which the results of index and database servers are compared.
import type { NearbyMember } from '#server/nearby/index.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorsAround } from '#shared/rules/sectors.ts';
import { onePercent } from './population.ts';
import { pageSize, type SearchedArea } from './bench-target.ts';

export interface LinearScan {
  /** Returns the sorted distances in metres of all members within the area, or within `maxMetres`. */
  metresOf(centre: Place, isFiltered: boolean, maxMetres: number | null): number[];
  /** Throws unless `found` are the nearest members of a page, up to an error of `errorMetres`. */
  compare(found: readonly string[], expected: readonly number[], centre: Place, page: number, errorMetres: number): void;
}

export function linearScan(members: Iterable<NearbyMember>): LinearScan {
  const all = Array.from(members, ({ profileId, lat, lon, ...rest }) => ({ profileId, lat, lon, fits: fits(rest) }));
  const places = new Map(all.map((one) => [one.profileId, one]));
  return {
    metresOf(centre, isFiltered, maxMetres) {
      const { latFrom, latTo, lonFrom, lonTo } = searchedAreaAround(centre);
      return all
        .filter(({ lat, lon, fits: isMatch }) => {
          if (isFiltered && !isMatch) return false;
          if (maxMetres !== null) return distanceMetres(centre, { lat, lon }) <= maxMetres;
          return lat >= latFrom && lat < latTo && lon >= lonFrom && lon < lonTo;
        })
        .map((one) => distanceMetres(centre, one))
        .toSorted((a, b) => a - b);
    },
    compare(found, expected, centre, page, errorMetres) {
      const pageMetres = expected.slice(page * pageSize, (page + 1) * pageSize);
      const metres = found.map((profileId) => distanceMetres(centre, places.get(profileId) ?? { lat: NaN, lon: NaN }));
      const isRight =
        new Set(found).size === pageMetres.length &&
        pageMetres.every((one, rank) => Math.abs(one - (metres[rank] ?? NaN)) <= errorMetres);
      if (!isRight) throw new Error(`Wrong nearest members of ${all.length} around ${centre.lat}, ${centre.lon}`);
    },
  };
}

/** Returns the searched sectors around a place, which form a rectangle at the population's latitudes. */
export function searchedAreaAround({ lat, lon }: Place): SearchedArea {
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
