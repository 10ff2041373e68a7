// A population of moving members, and an observer of their published points who knows the rule.
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import type { Place } from '#shared/rules/distance.ts';
import { OwnPlace } from '#shared/rules/own-place.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { cellCentre, cellOf, cellSides, isSameCell, type Cell } from '#server/nearby/grid.ts';
import type { Member } from '#server/testing/app/members.ts';
import { normalFrom, seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTimedApp } from '#server/testing/app/timed-app.ts';
import { town, townMetres, type Guess } from './attacked-population.ts';
import { homesOf, learnToGuess, nearestPlace, nightOf, observe, type Habits, type ObservedCells } from './home-watcher.ts';
import { errorsOf, moved, somewhere } from './trilateration.ts';

const monthsMs = 120 * dayMs;
const startMs = Date.UTC(2026, 10, 21, 10);
const stepMinutes = 5;
/** The part of a day that is not a watched night. */
const wakingMs = 19 * hourMs;
async function openWatchedTown(seed: number) {
  // A month passes without new logins.
  const limits = { sessionIdleMs: monthsMs, maxSessionMs: monthsMs };
  const app = await openTimedApp({ parts: () => ({ ids: seededIds(seed) }), limits });
  app.clock.set(startMs);
  const watcher = await app.member();
  return {
    member: (): Promise<Member> => app.member(),

    report(member: Member, place: Place, device: OwnPlace): Promise<unknown> {
      const { profileId } = member;
      const nowMs = app.clock.now();
      device.add({ ...place, fixMs: nowMs }, nowMs);
      const fix = { gpsLat: place.lat, gpsLon: place.lon, gpsTimestamp: nowMs, restPlace: nearestPlace(device, place) };
      const tsEffectiveUntil = app.clock.now() + 26 * hourMs;
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

/** Watches `people` with one account each every minute for some nights, and guesses their homes. */
export async function watchNights(people: number, habits: Habits): Promise<Guess[]> {
  const random = seeded(77);
  const watched = await openWatchedTown(77);
  try {
    const members: { member: Member; home: Place; device: OwnPlace; observed: ObservedCells }[] = [];
    for (const home of homesOf(people, random))
      members.push({ member: await watched.member(), home, device: new OwnPlace(), observed: [] });
    for (let night = 0; night < habits.nights; night += 1) {
      const nights = members.map(({ home }) => nightOf(home, habits, random));
      const steps = Math.max(...nights.map(({ way, home }) => way.length + home.length));
      for (let step = 0; step < steps; step += 1) {
        await Promise.all(
          members.map(({ member, device }, number) => {
            const fix = [...(nights[number]?.way ?? []), ...(nights[number]?.home ?? [])][step];
            return fix && watched.report(member, fix, device);
          }),
        );
        for (let minute = 0; minute < stepMinutes; minute += 1) {
          const seen = await watched.cells();
          for (const { member, observed } of members) {
            const cell = seen.get(member.profileId);
            if (cell) observe(observed, cell);
          }
          await watched.pass(60_000);
        }
      }
      await watched.pass(wakingMs);
    }
    const guess = learnToGuess(habits, { runs: 24, seed: 78 });
    return members.map(({ home, observed }) => ({ truth: home, guess: guess(observed) }));
  } finally {
    await watched.close();
  }
}

/**
 * `count` members walk straight at one speed. At each change of cell the guess is the border between the two, moved on by the
 * distance with which the observer, who knows the rule and the direction, comes closest.
 */
export async function watchWalkers(count: number, metresPerSecond: number): Promise<Guess[]> {
  const [wayMetres, everySeconds, noiseMetres] = [8_000, 15, 5];
  const random = seeded(5);
  const normal = normalFrom(random);
  const watched = await openWatchedTown(5);
  try {
    const walkers: { member: Member; start: Place; heading: number; device: OwnPlace; cells: Cell[] }[] = [];
    for (let number = 0; number < count; number += 1) {
      const start = somewhere(random, town, townMetres);
      const heading = random() * 2 * Math.PI;
      walkers.push({ member: await watched.member(), start, heading, device: new OwnPlace(), cells: [] });
    }
    const crossings: { truth: Place; first: Place; border: Place; last: Place }[] = [];
    // Ten more minutes, until the last delay has passed.
    for (let second = 0; second < wayMetres / metresPerSecond + 600; second += everySeconds) {
      const metres = second * metresPerSecond;
      const placeOf = ({ start, heading }: { start: Place; heading: number }) =>
        moved(start, metres * Math.cos(heading), metres * Math.sin(heading));
      await Promise.all(
        walkers.map((walker) =>
          watched.report(walker.member, moved(placeOf(walker), noiseMetres * normal(), noiseMetres * normal()), walker.device),
        ),
      );
      const seen = await watched.cells();
      for (const walker of walkers) {
        const cell = seen.get(walker.member.profileId);
        const before = walker.cells.at(-1);
        if (!cell || (before && isSameCell(before, cell))) continue;
        walker.cells.push(cell);
        const [first = cell] = walker.cells;
        if (before) {
          const border = between(cellCentre(before), cellCentre(cell));
          crossings.push({ truth: placeOf(walker), first: cellCentre(first), border, last: cellCentre(cell) });
        }
      }
      await watched.pass(everySeconds * 1_000);
    }
    const ahead = Array.from({ length: 17 }, (_, step) => step * 250);
    const guesses = ahead.map((metres) =>
      crossings.map(({ truth, first, border, last }) => ({ truth, guess: movedOn(border, { from: first, to: last }, metres) })),
    );
    return guesses.toSorted((a, b) => errorsOf(a).median - errorsOf(b).median)[0] ?? [];
  } finally {
    await watched.close();
  }
}

const between = (a: Place, b: Place): Place => ({ lat: (a.lat + b.lat) / 2, lon: (a.lon + b.lon) / 2 });

function movedOn(place: Place, { from, to }: { from: Place; to: Place }, metres: number): Place {
  const [north, east] = [to.lat - from.lat, (to.lon - from.lon) * Math.cos((to.lat * Math.PI) / 180)];
  const length = Math.hypot(north, east);
  return length === 0 ? place : moved(place, (metres * north) / length, (metres * east) / length);
}
