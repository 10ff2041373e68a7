// Attacks on the positions of members who hide, have blocked the attacker, or whose position has expired.
import { likes } from '#shared/contract/likes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { town, townMetres, type Guess } from './attacked-population.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded, seededIds } from '#server/testing/app/seeded.ts';
import { openTimedApp } from '#server/testing/app/timed-app.ts';
import { somewhere } from './trilateration.ts';

const invisibleStates = ['hidden', 'blocked', 'expired'] as const;
const paging = { page: 0, size: 100, includeTestData: false } as const;
const asked = { ...paging, withPicture: false, onlineNow: false } as const;

export interface InvisibleGuesses {
  /** The attacker's best guess for each member, and a random one from the published points of others. */
  readonly guessed: readonly Guess[];
  readonly drawn: readonly Guess[];
  /** Positions of these members in replies, and counts that differ from lists. */
  readonly found: number;
}

/** `count` visible members and as many invisible ones, a third in each way. */
export async function attackInvisibleMembers(count: number): Promise<InvisibleGuesses> {
  const random = seeded(404);
  const app = await openTimedApp({ parts: () => ({ ids: seededIds(404) }) });
  try {
    const attackers = [await app.member(), await app.member(), await app.member()];
    const report = (member: Member, place: Place, hide: boolean, forMs: number) => {
      const { profileId } = member;
      const point = { overrideLat: place.lat, overrideLon: place.lon, tsEffectiveUntil: app.clock.now() + forMs };
      const body = { profileId, use: 'OVERRIDE', hide, ...point } as const;
      return member.call(positions.putPosition, { params: { profileId }, body });
    };
    for (let number = 0; number < count; number += 1)
      await report(await app.member(), somewhere(random, town, townMetres), false, dayMs);

    const sought: { profileId: string; truth: Place }[] = [];
    for (let number = 0; number < count; number += 1) {
      const way = invisibleStates[number % invisibleStates.length];
      const [member, truth] = [await app.member(), somewhere(random, town, townMetres)];
      await report(member, truth, way === 'hidden', way === 'expired' ? 60_000 : dayMs);
      for (const { profileId } of way === 'blocked' ? attackers : [])
        await member.call(likes.putProfileLike, {
          body: { likerProfileId: member.profileId, likedProfileId: profileId, blocked: true },
        });
      sought.push({ profileId: member.profileId, truth });
    }
    await app.pass(120_000);
    for (const attacker of attackers) await report(attacker, town, false, dayMs);

    const shown = new Map<string, Place>();
    let found = 0;
    for (const attacker of attackers) {
      const { places, oddCounts } = await everythingAsked(
        attacker,
        sought.map(({ profileId }) => profileId),
      );
      for (const [profileId, place] of places) shown.set(profileId, place);
      found += oddCounts;
    }
    const others = [...shown].filter(([profileId]) => !sought.some((one) => one.profileId === profileId));
    const draw = (): Place => others[Math.floor(random() * others.length)]?.[1] ?? town;
    found += shown.size - others.length;
    return {
      guessed: sought.map(({ profileId, truth }) => ({ truth, guess: shown.get(profileId) ?? draw() })),
      drawn: sought.map(({ truth }) => ({ truth, guess: draw() })),
      found,
    };
  } finally {
    await app.close();
  }
}

/** All positions in replies, with the number of counts that include members in no list. */
async function everythingAsked(
  by: Member,
  sought: readonly string[],
): Promise<{ places: Map<string, Place>; oddCounts: number }> {
  const places = new Map<string, Place>();
  const take = (found: readonly { profileId: string; lat: number | null; lon: number | null }[]): number => {
    for (const { profileId, lat, lon } of found) if (lat !== null && lon !== null) places.set(profileId, { lat, lon });
    return found.length;
  };
  let listed = 0;
  for (let page = 0, onPage = 100; onPage === 100; page += 1)
    listed += onPage = take(await by.call(nearby.getNearest, { query: { ...asked, page, ...town } }));
  const { count } = await by.call(nearby.getNearestCount, { query: { ...asked, ...town } });
  let oddCounts = count === listed ? 0 : 1;

  const own = places.get(by.profileId) ? 0 : 1;
  const bySector = new Map<string, number>();
  for (const place of places.values()) {
    const key = sectorKey(sectorOf(place.lat, place.lon));
    bySector.set(key, (bySector.get(key) ?? 0) + 1);
  }
  for (const { centerLat, centerLon, count: counted } of await by.call(nearby.getAggregates, { query: paging })) {
    const sector = sectorKey(sectorOf(centerLat, centerLon));
    take(await by.call(nearby.getBySector, { params: { sector }, query: { ...paging, size: 500 } }));
    // Lists leave out the caller, counts do not.
    const ownCount = sector === sectorKey(sectorOf(town.lat, town.lon)) ? own : 0;
    if (Math.abs(counted - (bySector.get(sector) ?? 0)) > ownCount) oddCounts += 1;
  }
  const box = { latMin: town.lat - 1, lonMin: town.lon - 1, latMax: town.lat + 1, lonMax: town.lon + 1 };
  for (let page = 0, size = 500; size === 500; page += 1)
    size = take(await by.call(nearby.getByBounds, { query: { ...paging, ...box, page, size: 500 } }));
  for (const id of sought) {
    const { status, body } = await by.ask(profiles.getProfile, { params: { id }, query: { admin: false } });
    if (status === 200) take([{ profileId: id, lat: body.lat, lon: body.lon }]);
  }
  return { places, oddCounts };
}

/** The probability that samples of the same distribution differ this much (Kolmogorov-Smirnov test). */
export function likelihoodOfSame(a: readonly number[], b: readonly number[]): number {
  const below = (sample: readonly number[], value: number) => sample.filter((one) => one <= value).length / sample.length;
  const apart = Math.max(...[...a, ...b].map((value) => Math.abs(below(a, value) - below(b, value))));
  const root = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (root + 0.12 + 0.11 / root) * apart;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) sum += 2 * (-1) ** (term - 1) * Math.exp(-2 * term * term * lambda * lambda);
  return lambda < 0.2 ? 1 : Math.min(1, Math.max(0, sum));
}

export const metresOff = (guesses: readonly Guess[]): number[] => guesses.map(({ truth, guess }) => distanceMetres(truth, guess));
