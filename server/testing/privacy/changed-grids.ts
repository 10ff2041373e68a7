// Guesses about members who changed their precision, or were shown in the wide grid of 3,200 m of earlier versions.
import type { Place } from '#shared/rules/distance.ts';
import { cellCentre, cellOf, cellSides, isSameCell, type Cell } from '#server/nearby/grid.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { Guess } from './attacked-population.ts';
import { homesOf } from './home-watcher.ts';
import { moved } from './trilateration.ts';

const earlierWideSide = 3_200;
const metresPerDegree = 111_320;

/** Returns, for each of `count` members, the middle of all places that have the same cells as the member in two grids. */
export function guessIntersections(count: number): { switched: Guess[]; earlier: Guess[] } {
  const homes = homesOf(count, seeded(8));
  const areaOf = ({ lat, lon }: Place): Cell => cellOf(lat, lon, cellSides.area);
  const wideOf = ({ lat, lon }: Place): Cell => cellOf(lat, lon, cellSides.wide);
  return {
    switched: homes.map((truth) => ({ truth, guess: middleOf(truth, areaOf, wideOf) })),
    earlier: homes.map((truth) => ({ truth, guess: middleOf(truth, earlierWideCellOf, wideOf) })),
  };
}

function earlierWideCellOf({ lat, lon }: Place): Cell {
  const i = Math.floor((lat * metresPerDegree) / earlierWideSide);
  const midLat = ((i + 0.5) * earlierWideSide) / metresPerDegree;
  const j = Math.floor((lon * metresPerDegree * Math.cos((midLat * Math.PI) / 180)) / earlierWideSide);
  return { i, j, side: earlierWideSide };
}

/** The middle of those places of a 50 m lattice over the first cell that are in both cells of the member. */
function middleOf(truth: Place, first: (place: Place) => Cell, second: (place: Place) => Cell): Place {
  const [here, there] = [first(truth), second(truth)];
  const centre = cellCentre(here);
  const steps = Math.ceil(here.side / 100) + 2;
  let [north, east, found] = [0, 0, 0];
  for (let row = -steps; row <= steps; row += 1) {
    for (let column = -steps; column <= steps; column += 1) {
      const place = moved(centre, row * 50, column * 50);
      if (!isSameCell(first(place), here) || !isSameCell(second(place), there)) continue;
      north += row * 50;
      east += column * 50;
      found += 1;
    }
  }
  return found === 0 ? centre : moved(centre, north / found, east / found);
}
