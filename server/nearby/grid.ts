// The public grid: every position is shown as a point of its cell, the same for all who look, whatever they ask and however often.
import { createHmac } from 'node:crypto';
import type { Place } from '#shared/rules/distance.ts';

/** One square of the grid: row, column and the length of its side in metres. */
export interface Cell {
  i: number;
  j: number;
  side: number;
}

/** Sides in metres that a member can choose: his area, or a wide blur. */
export const cellSides = { area: 1_000, wide: 3_200 } as const;
const minimumSideMetres = 1_000;

const metresPerDegree = 111_320;
/** Beyond it columns get too narrow to hide in: whoever is further north or south is shown in the last row. */
const mostLat = 85;

/** The cell of a place. A side below 1,000 m is refused with a RangeError: the protection rests on it. */
export function cellOf(lat: number, lon: number, side: number): Cell {
  if (!(side >= minimumSideMetres)) throw new RangeError(`A cell is at least ${minimumSideMetres} m wide, not ${side}`);
  const i = Math.floor((clamp(lat, -mostLat, mostLat) * metresPerDegree) / side) + 0; // never -0
  const columns = columnsPerDegree(i, side);
  // What is left over at the antimeridian is no full cell: it belongs to the last full column, never to a thin strip of its own.
  const half = Math.floor(180 * columns);
  const j = clamp(Math.floor(wrapLon(lon) * columns), -half, half - 1) + 0;
  return { i, j, side };
}

/**
 * The point a member is shown at, in degrees with 5 decimals: the middle of the cell, moved by at most a quarter of its side so that
 * markers do not stack. The move depends on member and cell alone, never on where in the cell the member is, nor on the time.
 */
export function publishedPoint(secret: string | Buffer, profileId: string, cell: Cell): Place {
  const digest = createHmac('sha256', secret).update(`${profileId}:${cell.i}:${cell.j}`).digest();
  const centre = cellCentre(cell);
  const move = (offset: number): number => (digest.readUInt32BE(offset) / 2 ** 32 - 0.5) * 0.5;
  return {
    lat: fiveDecimals(centre.lat + (move(0) * cell.side) / metresPerDegree),
    lon: fiveDecimals(wrapLon(centre.lon + move(4) / columnsPerDegree(cell.i, cell.side))),
  };
}

/** A hand-placed point as it is published where the member chose to be shown exactly: 5 decimals, about a metre. */
export const exactPoint = (place: Place): Place => ({
  lat: fiveDecimals(clamp(place.lat, -90, 90)),
  lon: fiveDecimals(wrapLon(place.lon)),
});

/** Cells between two cells of one side: 0 the same, 1 neighbours (corners too). Columns of different rows do not line up, so degrees decide. */
export function cellsApart(from: Cell, to: Cell): number {
  const gap = Math.abs(wrapLon(cellCentre(from).lon - cellCentre(to).lon));
  return Math.max(Math.abs(from.i - to.i), Math.round(gap * columnsPerDegree(from.i, from.side)));
}

export const isSameCell = (a: Cell, b: Cell): boolean => a.i === b.i && a.j === b.j && a.side === b.side;

/** The middle of a cell. */
export function cellCentre(cell: Cell): Place {
  return { lat: ((cell.i + 0.5) * cell.side) / metresPerDegree, lon: (cell.j + 0.5) / columnsPerDegree(cell.i, cell.side) };
}

/** Cells in one degree of longitude, by the latitude in the middle of the row. */
function columnsPerDegree(i: number, side: number): number {
  const midLat = ((i + 0.5) * side) / metresPerDegree;
  return (metresPerDegree * Math.cos((midLat * Math.PI) / 180)) / side;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** Into -180 (inclusive) to 180 (exclusive); what is there already stays as it is, to the last bit. */
const wrapLon = (lon: number): number => (lon >= -180 && lon < 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180);
const fiveDecimals = (degrees: number): number => Math.round(degrees * 1e5) / 1e5 + 0;
