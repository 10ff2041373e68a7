// A compact file format for lines and areas of a map: rounded coordinates, stored as varints of their differences and gzipped.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Position } from 'geojson';

export type Shape = {
  /** Empty if there is no name. */
  readonly name: string;
  /** The zoom from which it is shown. */
  readonly rank: number;
  /** The lines. For an area the outer ring comes first. Rings end before their last point, which would be the first one again. */
  readonly lines: Position[][];
};

/** The lines stay packed until they are needed. All shapes of the world would take about 50 MB when unpacked. */
export type PackedShape = Omit<Shape, 'lines'> & {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  lines(): Position[][];
};

/** A unit is about 11 m. The data is less precise. */
const unitsPerDegree = 10_000;

export function packShapes(shapes: readonly Shape[]): Buffer {
  const bytes: number[] = [];
  const put = (value: number): void => {
    // Zigzag encoding, so that small negative numbers are short too.
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(shapes.length);
  for (const { name, rank, lines } of shapes) {
    const letters = Buffer.from(name);
    put(letters.length);
    bytes.push(...letters);
    put(rank);
    put(lines.length);
    // Differences continue from line to line, because the lines of a shape are near each other.
    let [lastX, lastY] = [0, 0];
    for (const line of lines) {
      put(line.length);
      for (const [lon = 0, lat = 0] of line) {
        const [x, y] = [Math.round(lon * unitsPerDegree), Math.round(lat * unitsPerDegree)];
        put(x - lastX);
        put(y - lastY);
        [lastX, lastY] = [x, y];
      }
    }
  }
  return gzipSync(Uint8Array.from(bytes), { level: 9 });
}

export function unpackShapes(packed: Uint8Array): PackedShape[] {
  const bytes = gunzipSync(packed);
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }
  };
  const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);
  function linesFrom(start: number): Position[][] {
    at = start;
    let [x, y] = [0, 0];
    return times(take(), () =>
      times(take(), (): Position => {
        x += take();
        y += take();
        return [x / unitsPerDegree, y / unitsPerDegree];
      }),
    );
  }
  return times(take(), () => {
    const length = take();
    const name = bytes.toString('utf8', at, at + length);
    at += length;
    const rank = take();
    const start = at;
    const points = linesFrom(start).flat();
    const lons = points.map(([lon = 0]) => lon);
    const lats = points.map(([, lat = 0]) => lat);
    const box = { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats) };
    return { name, rank, ...box, lines: () => linesFrom(start) };
  });
}
