// Signs on the base map that point to towns, where the map would show nothing else.
import type { EncodableFeature } from 'vt-pbf';
import type { LabelledPlace } from './base-map-data.ts';

/** `extent` is in units along the tile's side. */
export type TileAt = { readonly z: number; readonly x: number; readonly y: number; readonly extent: number };

/** A tile is drawn at its own size, 512 pixels wide, one zoom above its own. More signs than this would distract from people. */
const signsAcross = 2;
/** Further out, each view has a name. */
const minZoom = 10;
/** Distances, in sides of the tile, within which towns are looked for. */
const reaches = [1, 4, 16, 64];
const enoughTowns = 6;
/** How many sides of a cell around each town have no sign to it, since its name is in view there. */
const freeAround = 1.2;
/** Neighbouring signs do not point to the same town if another one is at most this many times as far. */
const furtherMost = 2.5;

const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];

type Town = { readonly place: LabelledPlace; readonly x: number; readonly y: number };

/**
 * Returns {name, rank} as points: signs of rank r are for the zooms from r to r + 1, and the last ones for all later zooms. `lastRank`
 * is above the tile's zoom where tiles are enlarged. `isOnLand` is asked for a point in units of the tile.
 */
export function createSigns(places: readonly LabelledPlace[]) {
  const xs = Float64Array.from(places, ({ x }) => x);
  const ys = Float64Array.from(places, ({ y }) => y);

  function townsNear({ z, x, y, extent }: TileAt): Town[] {
    const side = 1 / 2 ** z;
    let towns: Town[] = [];
    for (const reach of reaches) {
      towns = [];
      const [west, east] = [(x - reach) * side, (x + 1 + reach) * side];
      const [north, south] = [(y - reach) * side, (y + 1 + reach) * side];
      for (let index = 0; index < xs.length; index += 1) {
        const [placeX = 0, placeY = 0, place] = [xs[index], ys[index], places[index]];
        if (!place || placeX < west || placeX > east || placeY < north || placeY > south) continue;
        towns.push({ place, x: (placeX / side - x) * extent, y: (placeY / side - y) * extent });
      }
      if (towns.length >= enoughTowns) break;
    }
    return towns;
  }

  return (tile: TileAt, lastRank: number, isOnLand: (x: number, y: number) => boolean): EncodableFeature[] => {
    const { z, extent } = tile;
    if (z < minZoom) return [];
    const towns = townsNear(tile);
    if (towns.length === 0) return [];
    const signs: EncodableFeature[] = [];
    for (let rank = z; rank <= lastRank; rank += 1) {
      const across = signsAcross * 2 ** (rank - z - 1);
      const cell = extent / across;
      for (let row = 0; row < across; row += 1)
        for (let column = 0; column < across; column += 1) {
          // Every other row is shifted, so that signs do not stand in columns.
          const [atX, atY] = [(column + (row % 2 === 0 ? 0.35 : 0.65)) * cell, (row + 0.5) * cell];
          const name = isOnLand(atX, atY) ? textAt(towns, atX, atY, rank, cell, (row + column) % 2) : null;
          if (name !== null) signs.push({ type: 1, geometry: [[Math.floor(atX), Math.floor(atY)]], tags: { name, rank } });
        }
    }
    return signs;
  };
}

function textAt(towns: readonly Town[], x: number, y: number, rank: number, cell: number, turn: number): string | null {
  const [first, second] = nearestTwo(towns, x, y);
  if (!first) return null;
  const [away, further] = [first, second].map((town) => (town ? Math.hypot(town.x - x, town.y - y) : Infinity));
  // The name of the town itself is there.
  if (first.place.rank <= rank && (away ?? 0) < cell * freeAround) return null;
  const town = turn === 1 && second && (further ?? 0) < (away ?? 0) * furtherMost ? second : first;
  const direction = Math.round(Math.atan2(town.y - y, town.x - x) / (Math.PI / 4));
  const arrow = arrows[(direction + arrows.length) % arrows.length] ?? '';
  return town.x < x ? `${arrow} ${town.place.name}` : `${town.place.name} ${arrow}`;
}

function nearestTwo(towns: readonly Town[], x: number, y: number): [Town | undefined, Town | undefined] {
  let [first, second]: [Town | undefined, Town | undefined] = [undefined, undefined];
  let [firstAway, secondAway] = [Infinity, Infinity];
  for (const town of towns) {
    const away = Math.hypot(town.x - x, town.y - y);
    if (away < firstAway) {
      [second, secondAway] = [first, firstAway];
      [first, firstAway] = [town, away];
    } else if (away < secondAway) [second, secondAway] = [town, away];
  }
  return [first, second];
}
