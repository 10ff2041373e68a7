// Tile coordinates and errors shared by all sources of the base map.

/** Whether the coordinates are valid within the zoom range. */
export function isTile(zooms: { zoomLeast: number; zoomMost: number }, z: number, x: number, y: number): boolean {
  const isWithin = (step: number) => Number.isInteger(step) && step >= 0 && step < 2 ** z;
  return Number.isInteger(z) && z >= zooms.zoomLeast && z <= zooms.zoomMost && isWithin(x) && isWithin(y);
}

/** The source is unreachable or unreadable for now; the tile may exist. */
export class TileUnavailable extends Error {
  override readonly name = 'TileUnavailable';
}
