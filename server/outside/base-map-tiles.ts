// Cuts the built-in base map into vector tiles (MVT).
import GeoJSONVT from 'geojson-vt';
import { type EncodableFeature, fromGeojsonVt } from 'vt-pbf';
import type { Feature } from 'geojson';
import type { Area, BaseMapData, MapLabel, LabelledPlace } from './base-map-data.ts';
import { createSigns } from './base-map-signs.ts';
import type { PackedShape } from './packed-shapes.ts';

/** Units along a tile's side, and the overlap of shapes beyond its edge, which avoids seams. */
export const extent = 4096;
const buffer = 64;
const overlap = buffer / extent;

/** Beyond this zoom the data has no more detail. Clients enlarge these tiles. */
export const baseMapMaxZoom = 14;

/** From this zoom on a tile contains all its places, so that clients need no further zoom for them. */
const everyPlaceZoom = 11;

/** Clients draw a tile at the next zoom. At high zooms, they also show names of the zoom after that where there is room. */
const lastPlaceRank = (z: number): number => (z >= everyPlaceZoom ? Infinity : z + (z < everyPlaceZoom - 1 ? 1 : 2));

/** Signs for later zooms would be too many for a tile. */
const lastSignRank = 15;

/** geojson-vt caches every tile that it cuts, about forty for a deep one. With more tiles than this, the index is built again, in 0.2 s. */
const maxIndexedTiles = 60_000;

/** The features of a tile by layer, in units of a tile that is `extent` wide. */
export type TileLayers = (z: number, x: number, y: number) => Record<string, EncodableFeature[]>;

/**
 * Layers: `land`, `urban`, `ice` and `water` (areas, to be drawn in this order), `river`, `state` and `border` (lines), `area`
 * {name, kind, rank}, `place` {name, population, rank, and part if it is a quarter of a town} and `sign` {name, rank} (points).
 */
export function createTileLayers(data: BaseMapData): TileLayers {
  const land = createSlicer({ type: 'FeatureCollection', features: data.land });
  const towns = createShapeSlicer(data.towns, 'Polygon');
  const ice = createShapeSlicer(data.ice, 'Polygon');
  const lakes = createShapeSlicer(data.lakes, 'Polygon');
  const rivers = createShapeSlicer(data.rivers, 'LineString');
  const borders = createSlicer({ type: 'Feature', geometry: data.borders, properties: {} });
  const states = createSlicer({ type: 'Feature', geometry: data.states, properties: {} });
  const areasIn = createFinder(data.areas);
  const placesIn = createFinder(data.places);

  const signsIn = createSigns(data.places);

  return (z, x, y) => {
    const [ground, water] = [land(z, x, y), lakes(z, x, y)];
    const isOnLand = (atX: number, atY: number): boolean => isIn(ground, atX, atY) && !isIn(water, atX, atY);
    return {
      land: ground,
      urban: z < minUrbanZoom ? [] : towns(z, x, y),
      ice: ice(z, x, y),
      water,
      river: rivers(z, x, y),
      state: z < 3 ? [] : states(z, x, y),
      border: borders(z, x, y),
      area: z > 8 ? [] : areasIn(z, x, y, z + 1).map((here) => ({ ...pointOf(here), tags: areaTags(here.label) })),
      place: placesIn(z, x, y, lastPlaceRank(z)).map((here) => ({
        ...pointOf(here),
        tags: placeTags(here.label),
      })),
      sign: signsIn({ z, x, y, extent }, z < everyPlaceZoom ? z + 1 : lastSignRank, isOnLand),
    };
  };
}

/** The layers as a vector tile; null if there is nothing but open sea. */
export function encodeTile(layers: ReturnType<TileLayers>): Uint8Array | null {
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return null;
  return fromGeojsonVt(Object.fromEntries(filled.map(([name, features]) => [name, { features }])), { version: 2, extent });
}

const slicing = { maxZoom: baseMapMaxZoom, extent, buffer, tolerance: 4 };

/** At lower zooms, towns are only dots. */
const minUrbanZoom = 4;

type Slicer = (z: number, x: number, y: number) => EncodableFeature[];

function createSlicer(shapes: ConstructorParameters<typeof GeoJSONVT>[0]): Slicer {
  const create = () => new GeoJSONVT(shapes, { ...slicing, indexMaxZoom: 4 });
  let index = create();
  return (z, x, y) => {
    if (index.tileCoords.length > maxIndexedTiles) index = create();
    return index.getTile(z, x, y)?.features ?? [];
  };
}

/**
 * Slices only shapes that are in the tile and visible at its zoom. An index of all shapes would need more memory than the rest of the
 * map.
 */
function createShapeSlicer(shapes: PackedShape[], type: 'Polygon' | 'LineString'): Slicer {
  return (z, x, y) => {
    const [west, east] = [x - overlap, x + 1 + overlap].map((column) => (column / 2 ** z - 0.5) * 360);
    const [north, south] = [y - overlap, y + 1 + overlap].map((row) => latOf(row / 2 ** z));
    const isInTile = (shape: PackedShape): boolean =>
      shape.west < (east ?? 0) && shape.east > (west ?? 0) && shape.south < (north ?? 0) && shape.north > (south ?? 0);
    const features = shapes
      // Clients draw a tile at up to twice its size, which is the next zoom.
      .filter((shape) => shape.rank <= z + 1 && isInTile(shape))
      .map((shape): Feature => {
        const lines = shape.lines();
        const geometry: Feature['geometry'] =
          type === 'Polygon'
            ? { type, coordinates: lines.map((ring) => [...ring, ...ring.slice(0, 1)]) }
            : { type, coordinates: lines[0] ?? [] };
        return { type: 'Feature', properties: { rank: shape.rank }, geometry };
      });
    if (features.length === 0) return [];
    return (
      new GeoJSONVT({ type: 'FeatureCollection', features }, { ...slicing, indexMaxZoom: 0 }).getTile(z, x, y)?.features ?? []
    );
  };
}

/** The latitude of a web mercator value, from 0 to 1 starting at the northern edge. */
const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** A label with its position in a tile, in units of the tile. */
type LabelInTile<Label> = { label: Label; x: number; y: number };

/**
 * Finds the labels of a tile up to a rank. The labels are sorted by rank. Each belongs to only one tile, because its name would otherwise
 * be drawn twice. Typed arrays make a scan of all labels take 0.2 ms.
 */
function createFinder<Label extends MapLabel>(labels: Label[]) {
  const xs = Float64Array.from(labels, (label) => label.x);
  const ys = Float64Array.from(labels, (label) => label.y);

  return (z: number, tileX: number, tileY: number, lastRank: number): LabelInTile<Label>[] => {
    const side = 1 / 2 ** z;
    const [west, north] = [tileX * side, tileY * side];
    const count = labels.findLastIndex((label) => label.rank <= lastRank) + 1;
    const found: LabelInTile<Label>[] = [];
    for (let index = 0; index < count; index += 1) {
      const [x, y] = [(xs[index] ?? 0) - west, (ys[index] ?? 0) - north];
      if (x < 0 || x >= side || y < 0 || y >= side) continue;
      const label = labels[index];
      if (label) found.push({ label, x: (x / side) * extent, y: (y / side) * extent });
    }
    return found;
  };
}

/** Whether a point is in areas of a tile, by the even-odd rule. */
function isIn(areas: readonly EncodableFeature[], x: number, y: number): boolean {
  let isWithin = false;
  for (const { type, geometry } of areas) {
    if (type !== 3) continue;
    for (const ring of geometry)
      ring.forEach(([x2 = 0, y2 = 0], index) => {
        const [x1 = 0, y1 = 0] = ring.at(index - 1) ?? [];
        if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isWithin = !isWithin;
      });
  }
  return isWithin;
}

function pointOf(here: LabelInTile<MapLabel>): { type: 1; geometry: [number, number][] } {
  return { type: 1, geometry: [[Math.floor(here.x), Math.floor(here.y)]] };
}

function areaTags({ name, kind, rank }: Area): Record<string, unknown> {
  return { name, kind, rank };
}

function placeTags({ name, population, rank, isPart = false }: LabelledPlace): Record<string, unknown> {
  return { name, population, rank, ...(isPart && { part: true }) };
}
