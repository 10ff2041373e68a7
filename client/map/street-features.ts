// One vocabulary for the features of street tiles, read from either of the two common schemas.

/** From the widest to the narrowest. */
export const roadClasses = ['motorway', 'main', 'middle', 'small', 'path'] as const;
export type RoadClass = (typeof roadClasses)[number];

/** From the most important to the least. */
export const placeClasses = ['country', 'state', 'city', 'town', 'village', 'quarter', 'neighbourhood'] as const;
export type PlaceClass = (typeof placeClasses)[number];

export type StreetFeature =
  | { readonly type: 'land' | 'town' | 'green' | 'water' | 'stream' | 'building' | 'rail' | 'border' | 'state line' }
  | { readonly type: 'road'; readonly road: RoadClass; readonly name: string }
  | { readonly type: 'road name'; readonly road: RoadClass; readonly name: string }
  | { readonly type: 'place'; readonly place: PlaceClass; readonly name: string; readonly rank: number }
  | { readonly type: 'water name'; readonly name: string };

/** Reads a property of a feature. */
type Read = (name: string) => unknown;
export type Shape = 'Point' | 'LineString' | 'Polygon';
/** Null: not drawn. */
export type FeatureReader = (layer: string, read: Read, shape: Shape) => StreetFeature | null;

export const featureReaders: Record<'openmaptiles' | 'protomaps', FeatureReader> = {
  openmaptiles: (layer, read, shape) => {
    const kind = String(read('class') ?? '');
    if (layer === 'transportation' && shape === 'LineString') return roadOf('road', roadsOfOpenMapTiles[kind], kind, '');
    if (layer === 'transportation_name') return roadOf('road name', roadsOfOpenMapTiles[kind], kind, nameOf(read));
    if (layer === 'place') return placeOf(placesOfOpenMapTiles[kind], read, Number(read('rank') ?? 20));
    if (layer === 'water_name') return named(read);
    if (layer === 'waterway') return { type: 'stream' };
    if (layer === 'boundary') return Number(read('maritime') ?? 0) === 1 ? null : lineOf(Number(read('admin_level')));
    if (shape !== 'Polygon') return null;
    if (layer === 'water') return { type: 'water' };
    if (layer === 'building') return { type: 'building' };
    if (layer === 'park' || greens.test(kind)) return { type: 'green' };
    return layer === 'landuse' && towns.test(kind) ? { type: 'town' } : null;
  },

  protomaps: (layer, read, shape) => {
    const kind = String(read('kind') ?? '');
    if (layer === 'roads') {
      const road = kind === 'major_road' && middleDetail.test(String(read('kind_detail'))) ? 'middle' : roadsOfProtomaps[kind];
      return roadOf('road', road, kind, nameOf(read));
    }
    if (layer === 'places')
      return placeOf(
        placeOfProtomaps(kind, read),
        read,
        20 - Number(read('population_rank') ?? read('pmap:population_rank') ?? 0),
      );
    if (layer === 'boundaries') return kind === 'country' || kind === 'region' ? lineOf(kind === 'country' ? 2 : 4) : null;
    if (layer === 'water' && shape !== 'Polygon') return shape === 'Point' ? named(read) : { type: 'stream' };
    if (shape !== 'Polygon') return null;
    if (layer === 'earth') return { type: 'land' };
    if (layer === 'water') return { type: 'water' };
    if (layer === 'buildings') return { type: 'building' };
    if (layer !== 'landuse' && layer !== 'landcover') return null;
    if (greens.test(kind)) return { type: 'green' };
    return towns.test(kind) ? { type: 'town' } : null;
  },
};

const greens =
  /^(wood|forest|grass|grassland|scrub|meadow|park|garden|golf_course|nature_reserve|national_park|cemetery|recreation_ground|village_green|playground|pitch|zoo)$/;
const towns = /^(residential|suburb|quarter|neighbourhood|urban_area|commercial|retail)$/;

const roadsOfOpenMapTiles: Record<string, RoadClass | undefined> = {
  motorway: 'motorway',
  trunk: 'main',
  primary: 'main',
  secondary: 'middle',
  tertiary: 'middle',
  minor: 'small',
  service: 'small',
  busway: 'small',
  path: 'path',
  track: 'path',
};

const roadsOfProtomaps: Record<string, RoadClass | undefined> = {
  highway: 'motorway',
  major_road: 'main',
  medium_road: 'middle',
  minor_road: 'small',
  path: 'path',
};
const middleDetail = /^(secondary|tertiary)/;

const placesOfOpenMapTiles: Record<string, PlaceClass | undefined> = {
  country: 'country',
  state: 'state',
  province: 'state',
  city: 'city',
  town: 'town',
  village: 'village',
  hamlet: 'neighbourhood',
  suburb: 'quarter',
  borough: 'quarter',
  quarter: 'quarter',
  neighbourhood: 'neighbourhood',
};

function placeOfProtomaps(kind: string, read: Read): PlaceClass | undefined {
  if (kind === 'country') return 'country';
  if (kind === 'region') return 'state';
  if (kind === 'macrohood') return 'quarter';
  if (kind === 'neighbourhood') return 'neighbourhood';
  if (kind !== 'locality') return undefined;
  const detail = String(read('kind_detail') ?? '');
  return detail === 'city' ? 'city' : detail === 'village' || detail === 'hamlet' ? 'village' : 'town';
}

function roadOf(type: 'road' | 'road name', road: RoadClass | undefined, kind: string, name: string): StreetFeature | null {
  if (road === undefined) return type === 'road' && /^(rail|transit)$/.test(kind) ? { type: 'rail' } : null;
  return { type, road, name };
}

function placeOf(place: PlaceClass | undefined, read: Read, rank: number): StreetFeature | null {
  const name = nameOf(read);
  return place === undefined || name === '' ? null : { type: 'place', place, name, rank };
}

function named(read: Read): StreetFeature | null {
  const name = nameOf(read);
  return name === '' ? null : { type: 'water name', name };
}

const lineOf = (adminLevel: number): StreetFeature | null =>
  adminLevel === 2 ? { type: 'border' } : adminLevel === 3 || adminLevel === 4 ? { type: 'state line' } : null;

/** In Latin letters, where the map has them. */
const nameOf = (read: Read): string => String(read('name:latin') ?? read('name') ?? '');
