// The public grid: every position is published as a point of its cell, the same for all viewers and requests.
import type { Place } from '#shared/rules/distance.ts';
import { fractionAt, type KeyedHash } from './keyed-hash.ts';

/** One square of the grid: row, column and side in metres. */
export interface Cell {
  i: number;
  j: number;
  side: number;
}

/** Sides in metres that members can choose. A wide cell consists of whole cells of an area, so that a member who switches gives no intersection away. */
export const cellSides = { area: 1_000, wide: 3_000 } as const;

const metresPerDegree = 111_320;
/** Beyond this latitude columns get too narrow: positions further north or south are published in the last row. */
const maxLat = 85;

/** The cell of a place. Throws a RangeError for a side that is not one of `cellSides`. */
export function cellOf(lat: number, lon: number, side: number): Cell {
  const area = squareAt(clamp(lat, -maxLat, maxLat), lon, cellSides.area);
  if (side === cellSides.area) return area;
  if (side === cellSides.wide) return wideCellOf(area);
  throw new RangeError(`A cell is ${cellSides.area} or ${cellSides.wide} m wide, not ${side}`);
}

/** The wide cell of an area's cell: the one that contains its centre. So it depends on the area's cell only, wherever in it a member is. */
function wideCellOf(area: Cell): Cell {
  const { lat, lon } = cellCentre(area);
  return squareAt(lat, lon, cellSides.wide);
}

function squareAt(lat: number, lon: number, side: number): Cell {
  const i = Math.floor((lat * metresPerDegree) / side) + 0; // never -0
  const columns = columnsPerDegree(i, side);
  // The partial column at the antimeridian is merged into the last full one, since a thin strip would be too precise.
  const half = Math.floor(180 * columns);
  const j = clamp(Math.floor(wrapLon(lon) * columns), -half, half - 1) + 0;
  return { i, j, side };
}

/**
 * The published point of a member, in degrees with 5 decimals: the centre of the cell, moved by at most a quarter of its side so that
 * markers do not stack. The offset depends on member and cell only, never on the exact position or the time.
 */
export function publishedPoint(hashOf: KeyedHash, profileId: string, cell: Cell): Place {
  const hashed = hashOf(`${profileId}:${cell.i}:${cell.j}`);
  const centre = cellCentre(cell);
  const move = (byte: number): number => (fractionAt(hashed, byte) - 0.5) * 0.5;
  return {
    lat: fiveDecimals(centre.lat + (move(0) * cell.side) / metresPerDegree),
    lon: fiveDecimals(wrapLon(centre.lon + move(4) / columnsPerDegree(cell.i, cell.side))),
  };
}

/** A hand-placed point as published for members who chose to be shown exactly: 5 decimals, about a metre. */
export const exactPoint = (place: Place): Place => ({
  lat: fiveDecimals(clamp(place.lat, -90, 90)),
  lon: fiveDecimals(wrapLon(place.lon)),
});

/** Distance of two cells of one side in cells: 0 the same, 1 neighbours (also at corners). Uses degrees, since columns of rows do not align. */
export function cellsApart(from: Cell, to: Cell): number {
  const gap = Math.abs(wrapLon(cellCentre(from).lon - cellCentre(to).lon));
  return Math.max(Math.abs(from.i - to.i), Math.round(gap * columnsPerDegree(from.i, from.side)));
}

export const isSameCell = (a: Cell, b: Cell): boolean => a.i === b.i && a.j === b.j && a.side === b.side;

export function cellCentre(cell: Cell): Place {
  return { lat: ((cell.i + 0.5) * cell.side) / metresPerDegree, lon: (cell.j + 0.5) / columnsPerDegree(cell.i, cell.side) };
}

/** Cells per degree of longitude at the middle latitude of the row. */
function columnsPerDegree(i: number, side: number): number {
  const midLat = ((i + 0.5) * side) / metresPerDegree;
  return (metresPerDegree * Math.cos((midLat * Math.PI) / 180)) / side;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
/** Wraps into -180 (inclusive) to 180 (exclusive); leaves values in that range unchanged to the last bit. */
const wrapLon = (lon: number): number => (lon >= -180 && lon < 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180);
const fiveDecimals = (degrees: number): number => Math.round(degrees * 1e5) / 1e5 + 0;
