// An observer who sees every published change, knows the rule, and guesses where a member lives.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { OwnPlace } from '#shared/rules/own-place.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { cellCentre, cellOf, cellsApart, cellSides, isSameCell, type Cell } from '#server/nearby/grid.ts';
import { createPublishedPositions, maxEffectiveMs, type PublishedPositions } from '#server/nearby/published.ts';
import { normalFrom, seeded } from '#server/testing/app/seeded.ts';
import { nearBorder, town, townMetres, type Guess } from './attacked-population.ts';
import { moved, somewhere } from './trilateration.ts';

/** How members use the app on the nights that are watched. */
export interface Habits {
  readonly nights: number;
  /** GPS errors at home in metres: of each fix, and common to one night. */
  readonly fixMetres: number;
  readonly nightMetres: number;
  /** Fixes at home on each night, five minutes apart; those on the way there come before. */
  readonly fixes: number;
  /** The server forgets all but the stored cells, every day. */
  readonly restarts?: true;
  /** The device forgets its places, every day. */
  readonly logsOut?: true;
  /** The member hides for the day, and shows themselves again with the first fix at home. */
  readonly unhides?: true;
}

/** How much of the way home is left at each fix on it. */
const wayShares = [1, 0.75, 0.5, 0.25, 0.1];

/** The observed cells in their order. The same cell is mostly observed in many successive minutes. */
export type ObservedCells = { readonly cell: Cell; minutes: number }[];

/** Adds what is observed in one more minute, or in several. */
export function observe(observed: ObservedCells, cell: Cell, minutes = 1): void {
  const last = observed.at(-1);
  if (last && isSameCell(last.cell, cell)) last.minutes += minutes;
  else observed.push({ cell, minutes });
}

interface Night {
  readonly way: readonly Place[];
  readonly home: readonly Place[];
}

/** One night's fixes: on the way from a place up to 4 km away in each direction, then at home. */
export function nightOf(home: Place, { fixMetres, nightMetres, fixes }: Habits, random: () => number): Night {
  const normal = normalFrom(random);
  const middle = moved(home, nightMetres * normal(), nightMetres * normal());
  const start = somewhere(random, home, 8_000);
  const way =
    fixes === 1
      ? []
      : wayShares.map((share) => ({
          lat: home.lat + (start.lat - home.lat) * share,
          lon: home.lon + (start.lon - home.lon) * share,
        }));
  return { way, home: Array.from({ length: fixes }, () => moved(middle, fixMetres * normal(), fixMetres * normal())) };
}

/** The cells observed of one member with this home. */
export function watch(home: Place, habits: Habits, random: () => number): ObservedCells {
  let nowMs = Date.UTC(2026, 10, 21, 18);
  let server: PublishedPositions = createPublishedPositions({ nowMs: () => nowMs, random });
  let device = new OwnPlace();
  const observed: ObservedCells = [];
  const profileId = 'member';
  const report = (fix: Place, hide: boolean): void => {
    device.add({ ...fix, fixMs: nowMs }, nowMs);
    const effectiveUntilMs = nowMs + maxEffectiveMs;
    const rest = { fixMs: nowMs, restPlace: nearestPlace(device, fix), precision: 'area', hide, effectiveUntilMs } as const;
    server.report({ profileId, use: 'DEVICE_GPS', ...fix, ...rest });
  };
  for (let night = 0; night < habits.nights; night++) {
    if (habits.logsOut) device = new OwnPlace();
    else device = new OwnPlace(device.places);
    const cell = server.cellFor(profileId);
    if (habits.restarts && cell) {
      server = createPublishedPositions({ nowMs: () => nowMs, random });
      server.restore({ profileId, cell, hide: habits.unhides === true, effectiveUntilMs: nowMs + maxEffectiveMs });
    }
    const { way, home: atHome } = nightOf(home, habits, random);
    const isHidden = habits.unhides === true;
    const fixes = [...way.map((fix) => ({ fix, hide: isHidden })), ...atHome.map((fix) => ({ fix, hide: false }))];
    for (const { fix, hide } of fixes) {
      report(fix, hide);
      let seen = server.cellFor(profileId);
      let dueMs = server.nextDueMs() ?? Infinity;
      const nextFixMs = nowMs + 5 * minuteMs;
      while (nowMs < nextFixMs) {
        // Nothing changes before the minute in which something is due.
        const minutes = Math.ceil((Math.min(Math.max(dueMs, nowMs + 1), nextFixMs) - nowMs) / minuteMs);
        if (seen && !hide) observe(observed, seen, minutes);
        nowMs += minutes * minuteMs;
        if (nowMs < dueMs) continue;
        server.advance();
        seen = server.cellFor(profileId);
        dueMs = server.nextDueMs() ?? Infinity;
      }
    }
    if (habits.unhides) report(atHome.at(-1) ?? home, true);
    nowMs += 19 * hourMs;
  }
  return observed;
}

/** The remembered place that a device sends with a fix. */
export function nearestPlace(device: OwnPlace, fix: Place): Place | undefined {
  let nearest: { readonly place: Place; readonly metres: number } | undefined;
  for (const place of device.places) {
    const metres = distanceMetres(place, fix);
    if (nearest === undefined || metres < nearest.metres) nearest = { place, metres };
  }
  return nearest && { lat: nearest.place.lat, lon: nearest.place.lon };
}

const offsets = [-1, 0, 1];
/** Distances from a cell's edge in metres, dense where noise carries a fix over it. */
const edgeMetres = [0, 10, 20, 30, 45, 60, 80, 100, 130, 170, 220, 300, 400];
const axisMetres = [...edgeMetres, 500, ...edgeMetres.map((metres) => cellSides.area - metres - 1).toReversed()];
const shareBounds = [0, 0.002, 0.01, 0.03, 0.08, 0.2, 0.4, 0.6, 0.9];
const shareClass = (share: number): number => shareBounds.filter((bound) => share > bound).length;

interface Candidate {
  readonly north: number;
  readonly east: number;
  /** The area of the lattice that it represents. */
  readonly weight: number;
  /** For each of the nine cells around, the logarithm of how likely each class of share is by the simulations. */
  readonly logs: readonly (readonly number[])[];
}

interface Learning {
  /** How often each home is simulated. */
  readonly runs: number;
  readonly seed: number;
  /** How far from the edges of a cell the distance from them does not matter. All of it is simulated by default. */
  readonly deepMetres?: number | undefined;
}

/** Simulates homes all over a cell with the published rule, and returns a function that guesses a home by the observed cells. */
export function learnToGuess(
  habits: Habits,
  { runs, seed, deepMetres = Infinity }: Learning,
): (observed: Readonly<ObservedCells>) => Place {
  const random = seeded(seed);
  const corner = cornerOf(cellOf(town.lat, town.lon, cellSides.area));
  const simulate = (north: number, east: number): Candidate['logs'] => {
    const home = moved(corner, north, east);
    const all = Array.from({ length: runs }, () =>
      sharesAround(cellOf(home.lat, home.lon, cellSides.area), watch(home, habits, random)),
    );
    return Array.from({ length: 9 }, (_, cell) => {
      const seen = Array.from({ length: shareBounds.length + 1 }, () => 0);
      for (const shares of all) {
        const kind = shareClass(shares[cell] ?? 0);
        seen[kind] = (seen[kind] ?? 0) + 1;
      }
      return seen.map((times) => Math.log((times + 0.02) / (runs + 0.2)));
    });
  };
  const alikeAt = (metres: number): number =>
    Math.min(metres, cellSides.area - metres) < deepMetres ? metres : cellSides.area / 2;
  const simulated = new Map<string, Candidate['logs']>();
  const logsAt = (north: number, east: number): Candidate['logs'] => {
    const key = `${north} ${east}`;
    const logs = simulated.get(key) ?? simulate(north, east);
    simulated.set(key, logs);
    return logs;
  };
  const candidates: Candidate[] = axisMetres.flatMap((north, row) =>
    axisMetres.map((east, column) => {
      const logs = logsAt(alikeAt(north), alikeAt(east));
      return { north, east, weight: widthAt(row) * widthAt(column), logs };
    }),
  );

  return (observed) => {
    const mostFrequent = mostFrequentCell(observed);
    const places: { north: number; east: number; weight: number }[] = [];
    const origin = cornerOf(mostFrequent);
    for (const up of offsets) {
      for (const right of offsets) {
        const centre = cellCentre(mostFrequent);
        const middle = moved(centre, up * cellSides.area, right * cellSides.area);
        const own = cellOf(middle.lat, middle.lon, cellSides.area);
        const shares = sharesAround(own, observed).map(shareClass);
        for (const { north, east, weight, logs } of candidates) {
          let log = Math.log(weight);
          for (const [cell, kind] of shares.entries()) log += logs[cell]?.[kind] ?? 0;
          places.push({ north: north + up * cellSides.area, east: east + right * cellSides.area, weight: log });
        }
      }
    }
    const best = Math.max(...places.map(({ weight }) => weight));
    const weighed = places.map((place) => ({ ...place, weight: Math.exp(place.weight - best) }));
    return moved(origin, weightedMedian(weighed, 'north'), weightedMedian(weighed, 'east'));
  };
}

/** Homes all over a town, one in eight near the corner of a cell. */
export const homesOf = (count: number, random: () => number): Place[] =>
  Array.from({ length: count }, (_, number) => (number % 8 === 7 ? nearBorder(random) : somewhere(random, town, townMetres)));

/** The guesses for `count` members of one account each, or of `accounts` that live in one place. */
export function guessHomes(
  habits: Habits,
  { count, accounts = 1, runs = 24, seed, deepMetres }: Partial<Learning> & { count: number; accounts?: number; seed: number },
): Guess[] {
  const random = seeded(seed);
  const guess = learnToGuess(habits, { runs, seed: seed + 1, deepMetres });
  return homesOf(count, random).map((truth) => {
    const observed = Array.from({ length: accounts }, () => watch(truth, habits, random)).flat();
    return { truth, guess: guess(observed) };
  });
}

/** The share of observations in which each of the nine cells around was seen, from south-west to north-east. */
function sharesAround(own: Cell, observed: Readonly<ObservedCells>): number[] {
  const centre = cellCentre(own);
  const counts = Array.from({ length: 9 }, () => 0);
  let all = 0;
  for (const { cell, minutes } of observed) {
    all += minutes;
    if (cellsApart(own, cell) > 1) continue;
    const there = cellCentre(cell);
    const east = ((there.lon - centre.lon) * Math.cos((centre.lat * Math.PI) / 180) * 111_195) / cellSides.area;
    const index = (cell.i - own.i + 1) * 3 + Math.min(1, Math.max(-1, Math.round(east))) + 1;
    counts[index] = (counts[index] ?? 0) + minutes;
  }
  return counts.map((minutes) => minutes / all);
}

function mostFrequentCell(observed: Readonly<ObservedCells>): Cell {
  const counts = new Map<string, { cell: Cell; minutes: number }>();
  for (const { cell, minutes } of observed) {
    const key = `${cell.i}:${cell.j}`;
    counts.set(key, { cell, minutes: (counts.get(key)?.minutes ?? 0) + minutes });
  }
  const [first] = [...counts.values()].toSorted((a, b) => b.minutes - a.minutes);
  if (!first) throw new Error('Nothing was seen.');
  return first.cell;
}

const cornerOf = (cell: Cell): Place => moved(cellCentre(cell), -cellSides.area / 2, -cellSides.area / 2);

/** Half the way to each neighbour on the lattice. */
function widthAt(index: number): number {
  const at = axisMetres[index] ?? 0;
  return ((axisMetres[index + 1] ?? cellSides.area) - (axisMetres[index - 1] ?? 0)) / 2 || at;
}

function weightedMedian(places: readonly { north: number; east: number; weight: number }[], axis: 'north' | 'east'): number {
  const sorted = places.toSorted((a, b) => a[axis] - b[axis]);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const place of sorted) {
    left -= place.weight;
    if (left <= 0) return place[axis];
  }
  return NaN;
}
