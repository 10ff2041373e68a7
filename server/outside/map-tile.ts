// What all sources of the base map know of tiles: which ones there are, and that one may be out of reach.

/** Whether there is such a tile between the first and the last zoom. */
export function isTile(zooms: { zoomLeast: number; zoomMost: number }, z: number, x: number, y: number): boolean {
  const isWithin = (step: number) => Number.isInteger(step) && step >= 0 && step < 2 ** z;
  return Number.isInteger(z) && z >= zooms.zoomLeast && z <= zooms.zoomMost && isWithin(x) && isWithin(y);
}

/** The source can't be read or heard right now: the tile may well exist. */
export class TileUnavailable extends Error {
  override readonly name = 'TileUnavailable';
}
