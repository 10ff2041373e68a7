// Groups points whose circles would overlap.
import { pixelsFrom, worldMetres } from './map-geometry.ts';

export type Placed = { at: [x: number, y: number] };
export type Group<Item> = { at: [x: number, y: number]; items: Item[] };

/**
 * Adds each item to the nearest group within `minDistance`. If there is none, the item starts a group at its position. Panning does not
 * change the result. Positions and `minDistance` are in web mercator metres.
 */
export function groupNear<Item extends Placed>(items: readonly Item[], minDistance: number): Group<Item>[] {
  // The cells are `minDistance` wide, so only the nine cells around an item can contain its group. This is fast for ten thousand items.
  const cells = new Map<string, Group<Item>[]>();
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const { at } = item;
    const row = Math.floor(at[1] / minDistance);
    // Across the antimeridian, a neighbour's x differs by the width of the world.
    const columns = [at[0], at[0] - worldMetres, at[0] + worldMetres].map((x) => Math.floor(x / minDistance));
    let nearest: Group<Item> | undefined;
    let nearestDistance = minDistance;
    for (const column of columns)
      for (let dx = -1; dx <= 1; dx += 1)
        for (let dy = -1; dy <= 1; dy += 1)
          for (const group of cells.get(`${column + dx}:${row + dy}`) ?? []) {
            const distance = Math.hypot(...pixelsFrom(group.at, at, 1));
            if (distance >= nearestDistance) continue;
            nearest = group;
            nearestDistance = distance;
          }
    if (nearest) {
      nearest.items.push(item);
      continue;
    }
    const group = { at, items: [item] };
    groups.push(group);
    const cell = `${columns[0]}:${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), group]);
  }
  return groups;
}
