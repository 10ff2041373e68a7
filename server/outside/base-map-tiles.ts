// Cuts the built-in base map into vector tiles (MVT).
import GeoJSONVT from 'geojson-vt';
import { type EncodableFeature, fromGeojsonVt } from 'vt-pbf';
import type { Area, BaseMapData, MapLabel, Place } from './base-map-data.ts';

/** Units along a tile's side, and how far shapes reach over its edge so that no seam is drawn. */
const extent = 4096;
const buffer = 64;

/** Tiles down to this zoom are real; below the data holds nothing more, and clients enlarge. */
export const baseMapMaxZoom = 14;

/** From this zoom on a tile holds every place within it, whatever its rank, so that a client may stop asking here. */
const everyPlaceZoom = 11;

/** geojson-vt keeps each tile it ever cut, some forty for a deep one: past so many it is made anew, in 0.2 s. */
const tilesKept = 60_000;

export type TileCutter = (z: number, x: number, y: number) => Uint8Array | null;

/**
 * Layers: `land`, `builtup` and `water` (areas), `border` and `state` (lines), `area` {name, kind, rank} and
 * `place` {name, population, rank} (points). `builtup` is an estimate: a disc per place, sized by its people.
 * `water` is there only where a disc would lie over the sea. null: nothing but open sea.
 */
export function createTileCutter(data: BaseMapData): TileCutter {
  const land = createSlicer({ type: 'FeatureCollection', features: data.land });
  const borders = createSlicer({ type: 'Feature', geometry: data.borders, properties: {} });
  const states = createSlicer({ type: 'Feature', geometry: data.states, properties: {} });
  const areasIn = createFinder(data.areas);
  const placesIn = createFinder(data.places);
  const towns = data.places.filter((place) => place.population >= 5_000);
  const townsIn = createFinder(towns, radiusOf);

  return (z, x, y) => {
    const landHere = land(z, x, y);
    const builtup =
      z < 5
        ? []
        : townsIn(z, x, y, Infinity)
            .filter((here) => here.radius >= smallestDisc)
            .map(discOf);
    const layers: Record<string, EncodableFeature[]> = {
      land: landHere,
      builtup,
      water: builtup.length > 0 ? waterAround(landHere) : [],
      state: z < 3 ? [] : states(z, x, y),
      border: borders(z, x, y),
      area: z > 8 ? [] : areasIn(z, x, y, z + 1).map((here) => ({ ...pointOf(here), tags: areaTags(here.label) })),
      place: placesIn(z, x, y, z < everyPlaceZoom ? z + 1 : Infinity).map((here) => ({
        ...pointOf(here),
        tags: placeTags(here.label),
      })),
    };
    const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
    if (filled.length === 0) return null;
    return fromGeojsonVt(Object.fromEntries(filled.map(([name, features]) => [name, { features }])), { version: 2, extent });
  };
}

type Slicer = (z: number, x: number, y: number) => EncodableFeature[];

function createSlicer(shapes: ConstructorParameters<typeof GeoJSONVT>[0]): Slicer {
  const create = () => new GeoJSONVT(shapes, { maxZoom: baseMapMaxZoom, extent, buffer, indexMaxZoom: 4, tolerance: 4 });
  let index = create();
  return (z, x, y) => {
    if (index.tileCoords.length > tilesKept) index = create();
    return index.getTile(z, x, y)?.features ?? [];
  };
}

/** A label as a tile sees it, in units of the tile. */
type Here<Label> = { label: Label; x: number; y: number; radius: number };

/**
 * Finds the labels up to a rank that lie in a tile, or whose radius (a part of the square world) reaches into it.
 * Columns instead of objects make the walk over all of them 0.2 ms. Labels are sorted by rank.
 */
function createFinder<Label extends MapLabel>(labels: Label[], radiusOf: (label: Label) => number = () => 0) {
  const xs = Float64Array.from(labels, (label) => label.x);
  const ys = Float64Array.from(labels, (label) => label.y);
  const radii = Float64Array.from(labels, radiusOf);

  return (z: number, tileX: number, tileY: number, lastRank: number): Here<Label>[] => {
    const side = 1 / 2 ** z;
    const [west, north] = [tileX * side, tileY * side];
    const count = labels.findLastIndex((label) => label.rank <= lastRank) + 1;
    const found: Here<Label>[] = [];
    for (let index = 0; index < count; index += 1) {
      const [x, y, reach] = [(xs[index] ?? 0) - west, (ys[index] ?? 0) - north, radii[index] ?? 0];
      // Without a radius a label belongs to one tile only: in two its name would be written twice.
      if (x < -reach || x >= side + reach || y < -reach || y >= side + reach) continue;
      const label = labels[index];
      if (label) found.push({ label, x: (x / side) * extent, y: (y / side) * extent, radius: (reach / side) * extent });
    }
    return found;
  };
}

function pointOf(here: Here<MapLabel>): { type: 1; geometry: [number, number][] } {
  return { type: 1, geometry: [[Math.floor(here.x), Math.floor(here.y)]] };
}

function areaTags({ name, kind, rank }: Area): Record<string, unknown> {
  return { name, kind, rank };
}

function placeTags({ name, population, rank }: Place): Record<string, unknown> {
  return { name, population, rank };
}

/** Discs of a smaller radius, in units of the tile, are left out. */
const smallestDisc = 40;

/** Half the width of a built-up area, as a part of the square world: 3,500 people live on a square kilometre. */
function radiusOf(town: Place): number {
  const squareKilometres = town.population / 3_500;
  const kilometres = Math.sqrt(squareKilometres / Math.PI);
  return kilometres / (40_075 * stretchOf(town.y));
}

/** How much shorter than the equator the parallel at this height is. */
function stretchOf(y: number): number {
  return 1 / Math.cosh(Math.PI * (1 - 2 * y));
}

function discOf({ x, y, radius }: Here<Place>): EncodableFeature {
  const corners = 48;
  const ring = Array.from({ length: corners }, (_, corner): [number, number] => {
    const angle = (2 * Math.PI * corner) / corners;
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
  });
  const [first] = ring;
  return { type: 3, geometry: [first ? [...ring, first] : ring], tags: {} };
}

/** What land leaves of the tile: the tile's square with land's rings turned round, so that land becomes its holes. */
function waterAround(land: EncodableFeature[]): EncodableFeature[] {
  const rings = land.flatMap((feature) => (feature.type === 3 ? feature.geometry : []));
  const [low, high] = [-buffer, extent + buffer];
  const square: [number, number][] = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
    [low, low],
  ];
  const isAllLand = rings.length === 1 && rings[0]?.every(([x, y]) => (x === low || x === high) && (y === low || y === high));
  return isAllLand ? [] : [{ type: 3, geometry: [square, ...rings.map((ring) => ring.toReversed())], tags: {} }];
}
