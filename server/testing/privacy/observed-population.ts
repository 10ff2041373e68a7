// A population of moving members, and an observer of their published points who knows the rule.
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import type { Place } from '#shared/rules/distance.ts';
import { cellCentre, cellOf, cellSides, isSameCell, type Cell } from '#server/nearby/grid.ts';
import { nearBorder, town, townMetres, type Guess } from './attacked-population.ts';
import type { Member } from '#server/testing/app/members.ts';
import { normalFrom, seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTimedApp } from '#server/testing/app/timed-app.ts';
import { moved, somewhere } from './trilateration.ts';

const monthsMs = 90 * 86_400_000;
const startMs = Date.UTC(2026, 10, 21, 10);
/** GPS errors at rest: of each fix, and common to one night. */
const [fixMetres, nightMetres] = [20, 10];
/** How far the median of a night's fixes lies from the place itself: of twelve of them, with the night's own error. */
const medianMetres = Math.hypot(nightMetres, (fixMetres * 1.2533) / Math.sqrt(12));

async function openWatchedTown(seed: number) {
  // A month passes without new logins.
  const limits = { sessionIdleMs: monthsMs, maxSessionMs: monthsMs };
  const app = await openTimedApp({ parts: () => ({ ids: seededIds(seed) }), limits });
  app.clock.set(startMs);
  const watcher = await app.member();
  return {
    member: (): Promise<Member> => app.member(),

    report(member: Member, place: Place): Promise<unknown> {
      const { profileId } = member;
      const fix = { gpsLat: place.lat, gpsLon: place.lon, gpsTimestamp: app.clock.now() };
      const tsEffectiveUntil = app.clock.now() + 26 * 3_600_000;
      const body = { profileId, use: 'DEVICE_GPS', hide: false, tsEffectiveUntil, ...fix } as const;
      return member.call(positions.putPosition, { params: { profileId }, body });
    },

    pass: app.pass,
    close: app.close,

    /** The cells of all published points, which never leave their cell. */
    async cells(): Promise<Map<string, Cell>> {
      const found = new Map<string, Cell>();
      const [latMin, lonMin, latMax, lonMax] = [town.lat - 0.3, town.lon - 0.3, town.lat + 0.3, town.lon + 0.3];
      const box = { latMin, lonMin, latMax, lonMax, includeTestData: false, size: 500 };
      for (let page = 0; ; page += 1) {
        const briefs = await watcher.call(nearby.getByBounds, { query: { ...box, page } });
        for (const { profileId, lat, lon } of briefs) found.set(profileId, cellOf(lat, lon, cellSides.area));
        if (briefs.length < box.size) return found;
      }
    },
  };
}

/**
 * Thirty nights of `people`, each on the way home and then at home. For each person the guess from one account, and from three
 * accounts on three devices. The observer simulates the rule at each place of a lattice.
 */
export async function watchNights(people: number): Promise<{ alone: Guess[]; together: Guess[] }> {
  const random = seeded(77);
  const normal = normalFrom(random);
  const watched = await openWatchedTown(77);
  try {
    const homes = Array.from({ length: people }, (_, number) =>
      number % 8 === 7 ? nearBorder(random) : somewhere(random, town, townMetres),
    );
    const accounts: { member: Member; home: Place; nights: Cell[] }[] = [];
    for (const home of homes)
      for (let device = 0; device < 3; device += 1) accounts.push({ member: await watched.member(), home, nights: [] });
    for (let night = 0; night < 30; night += 1) {
      const trips = accounts.map(({ member, home }) => {
        const middle = moved(home, nightMetres * normal(), nightMetres * normal());
        const start = somewhere(random, home, 8_000);
        const way = [1, 0.75, 0.5, 0.25, 0.1].map((rest) => ({
          lat: home.lat + (start.lat - home.lat) * rest,
          lon: home.lon + (start.lon - home.lon) * rest,
        }));
        const atHome = Array.from({ length: 12 }, () => moved(middle, fixMetres * normal(), fixMetres * normal()));
        return { member, fixes: [...way, ...atHome] };
      });
      for (let step = 0; step < 17; step += 1) {
        await Promise.all(trips.map(({ member, fixes }) => watched.report(member, fixes[step] ?? town)));
        await watched.pass(300_000);
      }
      const seen = await watched.cells();
      for (const { member, nights } of accounts)
        nights.push(...[seen.get(member.profileId)].filter((cell) => cell !== undefined));
      await watched.pass(19 * 3_600_000);
    }
    const nightsOf = (person: number, devices: number) =>
      accounts.slice(3 * person, 3 * person + devices).flatMap(({ nights }) => nights);
    const samples = Array.from({ length: 40 }, () => [medianMetres * normal(), medianMetres * normal()] as const);
    const guesses = (devices: number): Guess[] =>
      homes.map((truth, person) => ({ truth, guess: likeliestHome(nightsOf(person, devices), samples) }));
    return { alone: guesses(1), together: guesses(3) };
  } finally {
    await watched.close();
  }
}

/** The mean of all places of a 25 m lattice, weighted by the likelihood of the observed cells. */
function likeliestHome(seen: readonly Cell[], samples: readonly (readonly [number, number])[]): Place {
  const counts = new Map<string, number>();
  for (const { i, j } of seen) counts.set(`${i}:${j}`, (counts.get(`${i}:${j}`) ?? 0) + 1);
  const [first] = seen;
  if (!first) throw new Error('Nothing was seen.');
  const centre = cellCentre(first);
  const places: { north: number; east: number; weight: number }[] = [];
  for (let north = -1_600; north <= 1_600; north += 25) {
    for (let east = -1_600; east <= 1_600; east += 25) {
      const { i, j } = cellOf(...degrees(moved(centre, north, east)), cellSides.area);
      // Places further away can't explain thirty observations here.
      if (!counts.has(`${i}:${j}`) && !isByOne(centre, north, east, counts)) continue;
      const shown = new Map<string, number>();
      for (const [up, right] of samples) {
        const cell = cellOf(...degrees(moved(centre, north + up, east + right)), cellSides.area);
        shown.set(`${cell.i}:${cell.j}`, (shown.get(`${cell.i}:${cell.j}`) ?? 0) + 1);
      }
      let logWeight = 0;
      for (const [key, times] of counts) logWeight += times * Math.log(((shown.get(key) ?? 0) + 0.02) / samples.length);
      places.push({ north, east, weight: logWeight });
    }
  }
  const best = Math.max(...places.map(({ weight }) => weight));
  const weighed = places.map((place) => ({ ...place, weight: Math.exp(place.weight - best) }));
  return moved(centre, weightedMedian(weighed, 'north'), weightedMedian(weighed, 'east'));
}

/** Whether noise may carry a place into an observed cell. */
function isByOne(centre: Place, north: number, east: number, counts: ReadonlyMap<string, number>): boolean {
  for (const [up, right] of [
    [50, 0],
    [-50, 0],
    [0, 50],
    [0, -50],
  ] as const) {
    const { i, j } = cellOf(...degrees(moved(centre, north + up, east + right)), cellSides.area);
    if (counts.has(`${i}:${j}`)) return true;
  }
  return false;
}

const degrees = ({ lat, lon }: Place): [number, number] => [lat, lon];

function weightedMedian(places: readonly { north: number; east: number; weight: number }[], axis: 'north' | 'east'): number {
  const sorted = places.toSorted((a, b) => a[axis] - b[axis]);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const place of sorted) {
    left -= place.weight;
    if (left <= 0) return place[axis];
  }
  return NaN;
}

/** `count` members walk straight at one speed; at each change of cell the guess is the border between the two. */
export async function watchWalkers(count: number, metresPerSecond: number): Promise<Guess[]> {
  const [wayMetres, everySeconds, noiseMetres] = [4_000, 15, 5];
  const random = seeded(5);
  const normal = normalFrom(random);
  const watched = await openWatchedTown(5);
  try {
    const walkers: { member: Member; start: Place; heading: number; before: Cell | undefined }[] = [];
    for (let number = 0; number < count; number += 1) {
      const start = somewhere(random, town, townMetres);
      walkers.push({ member: await watched.member(), start, heading: random() * 2 * Math.PI, before: undefined });
    }
    const guesses: Guess[] = [];
    // Ten more minutes, until the last delay has passed.
    for (let second = 0; second < wayMetres / metresPerSecond + 600; second += everySeconds) {
      const metres = second * metresPerSecond;
      const placeOf = ({ start, heading }: { start: Place; heading: number }) =>
        moved(start, metres * Math.cos(heading), metres * Math.sin(heading));
      await Promise.all(
        walkers.map((walker) =>
          watched.report(walker.member, moved(placeOf(walker), noiseMetres * normal(), noiseMetres * normal())),
        ),
      );
      const seen = await watched.cells();
      for (const walker of walkers) {
        const cell = seen.get(walker.member.profileId);
        if (walker.before && cell && !isSameCell(walker.before, cell))
          guesses.push({ truth: placeOf(walker), guess: between(cellCentre(walker.before), cellCentre(cell)) });
        walker.before = cell;
      }
      await watched.pass(everySeconds * 1_000);
    }
    return guesses;
  } finally {
    await watched.close();
  }
}

const between = (a: Place, b: Place): Place => ({ lat: (a.lat + b.lat) / 2, lon: (a.lon + b.lon) / 2 });
