// Converts features of street tiles, in the schema of OpenMapTiles or Protomaps, to common types.

/** The widest first. */
export const roadClasses = ['motorway', 'main', 'middle', 'small', 'path'] as const;
export type RoadClass = (typeof roadClasses)[number];

/** The most important first. */
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
/** Reads a feature of one layer; null if it is not drawn. */
type LayerReader = (read: Read, shape: Shape) => StreetFeature | null;
export type FeatureReader = (layer: string, read: Read, shape: Shape) => StreetFeature | null;

const openMapTilesLayers: Readonly<Record<string, LayerReader>> = {
  transportation: (read, shape) => (shape === 'LineString' ? roadOf('road', roadsOfOpenMapTiles, classOf(read), '') : null),
  transportation_name: (read) => roadOf('road name', roadsOfOpenMapTiles, classOf(read), nameOf(read)),
  place: (read) => placeOf(placesOfOpenMapTiles[classOf(read)], read, Number(read('rank') ?? 20)),
  water_name: (read) => waterNameOf(read),
  waterway: () => ({ type: 'stream' }),
  boundary: (read) => (Number(read('maritime') ?? 0) === 1 ? null : boundaryOf(Number(read('admin_level')))),
  water: (_, shape) => areaOf('water', shape),
  building: (_, shape) => areaOf('building', shape),
  park: (_, shape) => areaOf('green', shape),
  landcover: (read, shape) => (greenKinds.test(classOf(read)) ? areaOf('green', shape) : null),
  landuse: (read, shape) => landUseOf(classOf(read), shape),
};

const protomapsLayers: Readonly<Record<string, LayerReader>> = {
  roads: (read) => {
    const isMiddle = kindOf(read) === 'major_road' && middleDetail.test(String(read('kind_detail')));
    return roadOf('road', roadsOfProtomaps, isMiddle ? 'medium_road' : kindOf(read), nameOf(read));
  },
  places: (read) => {
    const populationRank = Number(read('population_rank') ?? read('pmap:population_rank') ?? 0);
    return placeOf(placeOfProtomaps(kindOf(read), read), read, 20 - populationRank);
  },
  boundaries: (read) => boundaryOf(adminLevelsOfProtomaps[kindOf(read)]),
  water: (read, shape) => {
    if (shape === 'Polygon') return { type: 'water' };
    return shape === 'Point' ? waterNameOf(read) : { type: 'stream' };
  },
  earth: (_, shape) => areaOf('land', shape),
  buildings: (_, shape) => areaOf('building', shape),
  landuse: (read, shape) => landUseOf(kindOf(read), shape),
  landcover: (read, shape) => landUseOf(kindOf(read), shape),
};

const readerOf =
  (layers: Readonly<Record<string, LayerReader>>): FeatureReader =>
  (layer, read, shape) =>
    layers[layer]?.(read, shape) ?? null;

export const featureReaders: Record<'openmaptiles' | 'protomaps', FeatureReader> = {
  openmaptiles: readerOf(openMapTilesLayers),
  protomaps: readerOf(protomapsLayers),
};

/** The feature's class in tiles of OpenMapTiles. */
const classOf = (read: Read): string => String(read('class') ?? '');
/** The feature's class in tiles of Protomaps. */
const kindOf = (read: Read): string => String(read('kind') ?? '');

const greenKinds =
  /^(wood|forest|grass|grassland|scrub|meadow|park|garden|golf_course|nature_reserve|national_park|cemetery|recreation_ground|village_green|playground|pitch|zoo)$/;
const townKinds = /^(residential|suburb|quarter|neighbourhood|urban_area|commercial|retail)$/;

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
const adminLevelsOfProtomaps: Record<string, number | undefined> = { country: 2, region: 4 };

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

function roadOf(
  type: 'road' | 'road name',
  roads: Readonly<Record<string, RoadClass | undefined>>,
  kind: string,
  name: string,
): StreetFeature | null {
  const road = roads[kind];
  if (road === undefined) return type === 'road' && /^(rail|transit)$/.test(kind) ? { type: 'rail' } : null;
  return { type, road, name };
}

function placeOf(place: PlaceClass | undefined, read: Read, rank: number): StreetFeature | null {
  const name = nameOf(read);
  return place === undefined || name === '' ? null : { type: 'place', place, name, rank };
}

function waterNameOf(read: Read): StreetFeature | null {
  const name = nameOf(read);
  return name === '' ? null : { type: 'water name', name };
}

/** At level 2 the border of a country, at levels 3 and 4 that of a state. */
function boundaryOf(adminLevel: number | undefined): StreetFeature | null {
  if (adminLevel === 2) return { type: 'border' };
  return adminLevel === 3 || adminLevel === 4 ? { type: 'state line' } : null;
}

const areaOf = (type: 'land' | 'town' | 'green' | 'water' | 'building', shape: Shape): StreetFeature | null =>
  shape === 'Polygon' ? { type } : null;

function landUseOf(kind: string, shape: Shape): StreetFeature | null {
  if (greenKinds.test(kind)) return areaOf('green', shape);
  return townKinds.test(kind) ? areaOf('town', shape) : null;
}

/** In Latin letters if the tile has them. */
const nameOf = (read: Read): string => String(read('name:latin') ?? read('name') ?? '');
