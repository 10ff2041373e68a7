// A population of resting members, and attacks on their positions by public calls only.
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { distanceMetres, roundedDistance, type Place, type RoundedDistance } from '#shared/rules/distance.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { NearbyIndex } from '#server/nearby/index.ts';
import type { World } from '#server/world.ts';
import { cellOf, cellSides } from '#server/nearby/grid.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { moved, placeOn, somewhere, type Circle } from './trilateration.ts';

interface Victim {
  readonly profileId: string;
  readonly truth: Place;
}

export interface Guess {
  readonly truth: Place;
  readonly guess: Place;
}

/** A deliberate fault: parts of the World that leak exact positions. */
export type Leak = (usual: World, truthOf: (profileId: string) => Place | undefined) => Partial<World>;

const ofIndex =
  (change: (usual: NearbyIndex, truthOf: Parameters<Leak>[1]) => Partial<NearbyIndex>): Leak =>
  ({ nearby: usual }, truthOf) => ({ nearby: { ...usual, ...change(usual, truthOf) } });

/** One leak for each way in which a position leaves the server. */
export const leaks = {
  /** Briefs contain the exact position. */
  briefs: ofIndex((usual, truthOf) => ({
    put: (member) => usual.put({ ...member, brief: { ...member.brief, ...truthOf(member.profileId) } }),
  })),
  /** Lists are sorted by exact positions. */
  order: ofIndex((usual, truthOf) => ({ put: (member) => usual.put({ ...member, ...truthOf(member.profileId) }) })),
  /** Profiles contain the exact position. */
  profile: ofIndex((usual, truthOf) => ({
    get: (profileId) => {
      const found = usual.get(profileId);
      return found && { ...found, ...truthOf(profileId) };
    },
  })),
  /** Events of a sector contain the exact position. */
  events: ({ bus }, truthOf) => ({
    bus: {
      ...bus,
      publish: (event) =>
        bus.publish(
          event.type === 'briefShown' ? { ...event, brief: { ...event.brief, ...truthOf(event.brief.profileId) } } : event,
        ),
    },
  }),
} as const satisfies Record<string, Leak>;

/** For comparison: communities that publish positions as they are, or rounded to three decimals. */
export const comparisons = {
  'exact positions': publishing((degrees) => degrees),
  'positions of three decimals': publishing((degrees) => Math.round(degrees * 1_000) / 1_000),
} as const satisfies Record<string, Leak>;

function publishing(round: (degrees: number) => number): Leak {
  return ({ nearby: usual }, truthOf) => {
    const pointOf = (profileId: string) => {
      const truth = truthOf(profileId);
      return truth && { lat: round(truth.lat), lon: round(truth.lon) };
    };
    return {
      nearby: {
        ...usual,
        put: (member) => {
          const point = pointOf(member.profileId);
          return usual.put({ ...member, ...point, brief: { ...member.brief, ...point } });
        },
        get: (profileId) => {
          const found = usual.get(profileId);
          return found && { ...found, ...pointOf(profileId) };
        },
      },
    };
  };
}

export const town = { lat: 33.45, lon: -112.07 };
export const townMetres = 20_000;
const metresOf: Record<RoundedDistance['unit'], number> = { ft: 0.3048, mi: 1_609.344, m: 1, km: 1_000 };
const paging = { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false } as const;
const startMs = Date.UTC(2026, 10, 21, 10);

/** The distance as shown on screens, in metres. */
function shownMetres(from: Place, to: Place): number {
  const { value, unit } = roundedDistance(distanceMetres(from, to), 'miles');
  return value * metresOf[unit];
}

/** Seven of eight victims live anywhere in the area, the eighth near the corner of a cell. Half report by GPS. */
export async function openAttackedPopulation(victimCount: number, leak?: Leak) {
  const random = seeded(2_026);
  const truths = new Map<string, Place>();
  const app = await openTestApp({
    parts: (usual) => ({
      ids: seededIds(2_026),
      ...leak?.(usual, (profileId) => truths.get(profileId)),
    }),
  });
  app.clock.set(startMs);

  async function report(member: Member, place: Place, use: 'OVERRIDE' | 'DEVICE_GPS' = 'OVERRIDE'): Promise<void> {
    const { profileId } = member;
    const point =
      use === 'OVERRIDE'
        ? { overrideLat: place.lat, overrideLon: place.lon }
        : { gpsLat: place.lat, gpsLon: place.lon, gpsTimestamp: app.clock.now() };
    const tsEffectiveUntil = app.clock.now() + 26 * hourMs;
    await member.call(positions.putPosition, {
      params: { profileId },
      body: { profileId, use, hide: false, tsEffectiveUntil, ...point },
    });
  }

  const victims: Victim[] = [];
  for (let number = 0; number < victimCount; number += 1) {
    const member = await app.member();
    const truth = number % 8 === 7 ? nearBorder(random) : somewhere(random, town, townMetres);
    truths.set(member.profileId, truth);
    victims.push({ profileId: member.profileId, truth });
    if (number % 2 === 0) await report(member, truth);
    else {
      // At rest from the third fix on.
      for (let fix = 0; fix < 3; fix += 1) {
        app.clock.pass(5_000);
        await report(member, truth, 'DEVICE_GPS');
      }
    }
  }
  const [attacker, ...sybils] = [await app.member(), await app.member(), await app.member(), await app.member()];

  /** The attacker's list from a centre, in order. */
  async function listFrom(centre: Place): Promise<{ profileId: string; lat: number; lon: number }[]> {
    const found: { profileId: string; lat: number; lon: number }[] = [];
    for (let page = 0; ; page += 1) {
      const briefs = await attacker.call(nearby.getNearest, { query: { ...paging, page, ...centre } });
      found.push(...briefs);
      if (briefs.length < paging.size) return found;
    }
  }

  /** The published point of a nearby member in the attacker's list. */
  async function listedPoint(profileId: string): Promise<Place> {
    for (let page = 0; ; page += 1) {
      const briefs = await attacker.call(nearby.getNearest, { query: { ...paging, page, size: 20 } });
      const brief = briefs.find((one) => one.profileId === profileId);
      if (brief) return brief;
      if (briefs.length < 20) throw new Error('The member is not in the list.');
    }
  }

  async function pointOf(by: Member, profileId: string): Promise<Place> {
    const { lat, lon } = await by.call(profiles.getProfile, { params: { id: profileId }, query: { admin: false } });
    return { lat: lat ?? NaN, lon: lon ?? NaN };
  }

  return {
    app,
    victims,
    attacker,

    /** Fits the position to the shown distances from sixty places around the published point. */
    async trilaterate(): Promise<Guess[]> {
      const guesses: Guess[] = [];
      for (const { profileId, truth } of victims) {
        const around = await pointOf(attacker, profileId);
        const circles: Circle[] = [];
        for (let count = 0; count < 60; count += 1) {
          const centre = somewhere(random, around, 4_000);
          await report(attacker, centre);
          circles.push({ centre, metres: shownMetres(centre, await listedPoint(profileId)) });
        }
        guesses.push({ truth, guess: placeOn(circles, [around]) });
      }
      return guesses;
    },

    /** Bisects on six rays for changes of the shown distance, where it is known exactly. */
    async findFlips(max: number): Promise<Guess[]> {
      const guesses: Guess[] = [];
      for (const { profileId, truth } of victims.slice(0, max)) {
        const base = somewhere(random, await pointOf(attacker, profileId), 1_000);
        const shownAt = async (place: Place): Promise<number> => {
          await report(attacker, place);
          return shownMetres(place, await pointOf(attacker, profileId));
        };
        const circles: Circle[] = [];
        for (let ray = 0; ray < 6; ray += 1) {
          const angle = (ray * Math.PI) / 3;
          const at = (metres: number) => moved(base, metres * Math.cos(angle), metres * Math.sin(angle));
          let [near, far] = [2_500, 4_500];
          const [first, last] = [await shownAt(at(near)), await shownAt(at(far))];
          if (first >= last) continue;
          let beyond = last;
          for (let step = 0; step < 16; step += 1) {
            const middle = (near + far) / 2;
            const shown = await shownAt(at(middle));
            if (shown === first) near = middle;
            else [far, beyond] = [middle, shown];
          }
          circles.push({ centre: at((near + far) / 2), metres: (first + beyond) / 2 });
        }
        guesses.push({ truth, guess: placeOn(circles, [base]) });
      }
      return guesses;
    },

    /** Uses only the order of two members in a list: where it changes, both are equally far away. */
    async compareOrder(max: number): Promise<Guess[]> {
      const stands = [moved(town, 12_000, 3_000), moved(town, -4_000, 12_000), moved(town, -9_000, -11_000)];
      const knownPoints: Place[] = [];
      for (const [number, sybil] of sybils.entries()) {
        await report(sybil, stands[number] ?? town);
        knownPoints.push(await pointOf(sybil, sybil.profileId));
      }
      const axes = [(metres: number) => moved(town, 0, metres), (metres: number) => moved(town, metres, 0)];
      const guesses: Guess[] = [];
      for (const { profileId, truth } of victims.slice(0, max)) {
        const circles: Circle[] = [];
        for (const [number, sybil] of sybils.entries()) {
          const isFirst = async (place: Place): Promise<boolean> => {
            for (const found of await listFrom(place)) {
              if (found.profileId === profileId) return true;
              if (found.profileId === sybil.profileId) return false;
            }
            throw new Error('Neither of the two is in the list.');
          };
          for (const at of axes) {
            let [low, high] = [-30_000, 30_000];
            const isFirstLow = await isFirst(at(low));
            if (isFirstLow === (await isFirst(at(high)))) continue;
            for (let step = 0; step < 18; step += 1) {
              const middle = (low + high) / 2;
              if ((await isFirst(at(middle))) === isFirstLow) low = middle;
              else high = middle;
            }
            const centre = at((low + high) / 2);
            circles.push({ centre, metres: distanceMetres(centre, knownPoints[number] ?? town) });
          }
        }
        const corners = [-5_000, 0, 5_000].flatMap((north) => [-5_000, 0, 5_000].map((east) => moved(town, north, east)));
        guesses.push({ truth, guess: placeOn(circles, corners) });
      }
      return guesses;
    },

    /** The published point as guess. */
    async lookAtMarkers(): Promise<Guess[]> {
      const shown = new Map((await listFrom(town)).map(({ profileId, lat, lon }) => [profileId, { lat, lon }]));
      return victims.map(({ profileId, truth }) => ({ truth, guess: shown.get(profileId) ?? { lat: NaN, lon: NaN } }));
    },

    close: () => app.close(),
  };
}

/** At most 60 m along each axis from where four cells meet. */
export function nearBorder(random: () => number): Place {
  const inside = somewhere(random, town, townMetres);
  const { i, j } = cellOf(inside.lat, inside.lon, cellSides.area);
  const isOther = ({ lat, lon }: Place) => {
    const cell = cellOf(lat, lon, cellSides.area);
    return { row: cell.i !== i, column: cell.j !== j };
  };
  let [north, east] = [0, 0];
  while (!isOther(moved(inside, north, 0)).row) north += 10;
  while (!isOther(moved(inside, 0, east)).column) east += 10;
  return somewhere(random, moved(inside, north, east), 120);
}
