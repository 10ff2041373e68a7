// Simplifies Natural Earth's rivers, lakes, towns and ice for the built-in base map: `node scripts/make-map-data.ts FOLDER`.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, Geometry, Position } from 'geojson';
import { packShapes, type Shape } from '#server/outside/packed-shapes.ts';

type Properties = { name?: string | null; min_zoom?: number; scalerank?: number };

type Layer = {
  /** The name of FOLDER/NAME.geojson.gz. */
  source: string;
  isArea: boolean;
  /** The largest distance of a simplified line from the original one, in degrees of latitude. 0.001 is 111 m. */
  tolerance: number;
  /** Smaller areas are left out. The unit is square degrees at the equator, of which 0.0001 is 1.2 square kilometres. */
  minArea: number;
  rankOf(properties: Properties): number;
};

const layers: Readonly<Record<string, Layer>> = {
  lakes: {
    source: 'lakes',
    isArea: true,
    tolerance: 0.0012,
    minArea: 0.0001,
    rankOf: ({ min_zoom = 7 }) => Math.floor(min_zoom),
  },
  rivers: { source: 'rivers', isArea: false, tolerance: 0.002, minArea: 0, rankOf: ({ min_zoom = 7 }) => Math.floor(min_zoom) },
  towns: { source: 'urban', isArea: true, tolerance: 0.0015, minArea: 0.0003, rankOf: ({ scalerank = 5 }) => scalerank },
  ice: {
    source: 'glaciers',
    isArea: true,
    tolerance: 0.004,
    minArea: 0.0008,
    rankOf: ({ scalerank = 5 }) => Math.min(6, scalerank),
  },
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the four .geojson.gz files.');
for (const [name, layer] of Object.entries(layers)) {
  const text = gunzipSync(await readFile(path.join(folder, `${layer.source}.geojson.gz`))).toString();
  const { features }: FeatureCollection<Geometry, Properties> = JSON.parse(text);
  const shapes = features.flatMap(({ geometry, properties }) =>
    partsOf(geometry).flatMap((lines) => shapeOf(lines, layer, properties)),
  );
  const packed = packShapes(shapes);
  await writeFile(path.join(import.meta.dirname, `../server/outside/map-data/${name}.bin`), packed);
  const points = shapes.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.length, 0);
  console.log(`${name}: ${shapes.length} shapes of ${points} points, ${packed.length} bytes`);
}

/** Returns the lines of each shape. An area comes with its holes. */
function partsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'LineString') return [[geometry.coordinates]];
  if (geometry.type === 'MultiLineString') return geometry.coordinates.map((line) => [line]);
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function shapeOf(lines: Position[][], { isArea, tolerance, minArea, rankOf }: Layer, properties: Properties): Shape[] {
  const simple = lines.map((line) => simplified(line, tolerance));
  const shape = { name: properties.name ?? '', rank: rankOf(properties) };
  if (!isArea) return [{ ...shape, name: '', lines: simple }];
  const [outer = [], ...holes] = simple.map((ring) => ring.slice(0, -1));
  const isLarge = (ring: Position[]): boolean => ring.length >= 3 && areaOf(ring) >= minArea;
  return isLarge(outer) ? [{ ...shape, lines: [outer, ...holes.filter(isLarge)] }] : [];
}

/** Simplifies by Douglas and Peucker: leaves out points that are within the tolerance of the line without them. */
function simplified(line: Position[], tolerance: number): Position[] {
  const kept = new Set([0, line.length - 1]);
  const stack: [from: number, to: number][] = [[0, line.length - 1]];
  const isRing = String(line[0]) === String(line.at(-1));
  // The ends of a ring are the same point, so it is halved at the point farthest from them.
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    let [farthest, away] = [-1, isRing && to - from === line.length - 1 ? 0 : tolerance];
    for (let index = from + 1; index < to; index += 1) {
      const distance = distanceTo(line[index], line[from], line[to]);
      if (distance > away) [farthest, away] = [index, distance];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    stack.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, index) => kept.has(index));
}

/** Returns the distance from a point to a line between two other points, in degrees of latitude. */
function distanceTo(
  [lon = 0, lat = 0]: Position = [],
  [fromLon = 0, fromLat = 0]: Position = [],
  [toLon = 0, toLat = 0]: Position = [],
): number {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const [x, y] = [(lon - fromLon) * narrow, lat - fromLat];
  const [alongX, alongY] = [(toLon - fromLon) * narrow, toLat - fromLat];
  const length = alongX ** 2 + alongY ** 2;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / length));
  return Math.hypot(x - share * alongX, y - share * alongY);
}

/** Returns the area in square degrees of latitude. */
function areaOf(ring: Position[]): number {
  const doubledArea = ring.reduce((sum, [lon = 0, lat = 0], index) => {
    const [lonBefore = 0, latBefore = 0] = ring.at(index - 1) ?? [];
    return sum + lonBefore * lat - lon * latBefore;
  }, 0);
  return (Math.abs(doubledArea) / 2) * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
}
