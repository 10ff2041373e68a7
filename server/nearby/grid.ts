// The public grid. Every position is published as a point of its cell, the same for all viewers and requests.
import { wrapLongitude, type Place } from '#shared/rules/distance.ts';
import { fractionAt, type KeyedHash } from './keyed-hash.ts';

/** A square of the grid: row, column, and side in metres. */
export interface Cell {
  i: number;
  j: number;
  side: number;
}

/** The sides in metres. A wide cell consists of whole cells of an area, so that nobody can intersect the two if a member switches. */
export const cellSides = { area: 1_000, wide: 3_000 } as const;

const metresPerDegree = 111_320;
/** Nearer to the poles, columns get too narrow. Positions there are published in the last row. */
const maxLat = 85;

/** The cell of a place. Throws a RangeError for a side that is not one of `cellSides`. */
export function cellOf(lat: number, lon: number, side: number): Cell {
  const area = squareAt(clamp(lat, -maxLat, maxLat), lon, cellSides.area);
  if (side === cellSides.area) return area;
  if (side === cellSides.wide) return wideCellOf(area);
  throw new RangeError(`A cell is ${cellSides.area} or ${cellSides.wide} m wide, not ${side}`);
}

/** The wide cell that contains the centre of an area's cell. It depends only on that cell, and not on where in it the member is. */
function wideCellOf(area: Cell): Cell {
  const { lat, lon } = cellCentre(area);
  return squareAt(lat, lon, cellSides.wide);
}

function squareAt(lat: number, lon: number, side: number): Cell {
  const i = Math.floor((lat * metresPerDegree) / side) + 0; // never -0
  const columns = columnsPerDegree(i, side);
  // The incomplete column at the antimeridian belongs to the last full one, because a thin strip would be too precise.
  const half = Math.floor(180 * columns);
  const j = clamp(Math.floor(wrapLongitude(lon) * columns), -half, half - 1) + 0;
  return { i, j, side };
}

/**
 * The published point of a member, in degrees with 5 decimals: the centre of the cell, moved by at most a quarter of its side so that
 * markers do not cover each other. It depends only on member and cell, never on the exact position or the time.
 */
export function publishedPoint(hashOf: KeyedHash, profileId: string, cell: Cell): Place {
  const hashed = hashOf(`${profileId}:${cell.i}:${cell.j}`);
  const centre = cellCentre(cell);
  const move = (byte: number): number => (fractionAt(hashed, byte) - 0.5) * 0.5;
  return {
    lat: fiveDecimals(centre.lat + (move(0) * cell.side) / metresPerDegree),
    lon: fiveDecimals(wrapLongitude(centre.lon + move(4) / columnsPerDegree(cell.i, cell.side))),
  };
}

/** The exact point for members who chose so and placed it by hand: 5 decimals, about a metre. */
export const exactPoint = (place: Place): Place => ({
  lat: fiveDecimals(clamp(place.lat, -90, 90)),
  lon: fiveDecimals(wrapLongitude(place.lon)),
});

/**
 * The distance between two cells of the same side: 0 for the same cell, 1 for neighbours, also at corners. It uses degrees, because the
 * columns of two rows do not align. Throws a RangeError for cells of different sides.
 */
export function cellsApart(from: Cell, to: Cell): number {
  if (from.side !== to.side) throw new RangeError(`Cells of ${from.side} and ${to.side} m cannot be compared`);
  const gap = Math.abs(wrapLongitude(cellCentre(from).lon - cellCentre(to).lon));
  return Math.max(Math.abs(from.i - to.i), Math.round(gap * columnsPerDegree(from.i, from.side)));
}

export const isSameCell = (a: Cell, b: Cell): boolean => a.i === b.i && a.j === b.j && a.side === b.side;

export function cellCentre(cell: Cell): Place {
  return { lat: ((cell.i + 0.5) * cell.side) / metresPerDegree, lon: (cell.j + 0.5) / columnsPerDegree(cell.i, cell.side) };
}

/** The number of cells in a degree of longitude, at the middle latitude of the row. */
function columnsPerDegree(i: number, side: number): number {
  const midLat = ((i + 0.5) * side) / metresPerDegree;
  return (metresPerDegree * Math.cos((midLat * Math.PI) / 180)) / side;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
const fiveDecimals = (degrees: number): number => Math.round(degrees * 1e5) / 1e5 + 0;
