// Keeps the index of who is near in step with profiles and published points, and answers searches of it for one viewer.
import type { ArgsOf } from '#shared/contract/endpoint.ts';
import type { nearby as calls, PositionAggregate } from '#shared/contract/nearby.ts';
import { profileBrief, type ProfileBrief } from '#shared/contract/profiles.ts';
import { ageOn, isAdult } from '#shared/rules/age.ts';
import { parseSectorKey, sectorKey, sectorOf, sectorsAround } from '#shared/rules/sectors.ts';
import * as z from 'zod/mini';
import type { Caller } from '../../http/caller.ts';
import { problem } from '../../http/problems.ts';
import type { DistinctLimiter } from '../../http/distinct-limits.ts';
import type { Found, NearbySearch } from '../../nearby/index.ts';
import type { World } from '../../world.ts';
import type { Blocks } from '../likes/blocks.service.ts';
import type { PositionsService } from '../positions/positions.service.ts';
import type { StoredProfile } from '../profiles/profiles.store.ts';
import { createProfilesStore } from '../profiles/profiles.store.ts';

type Query<K extends keyof typeof calls> = ArgsOf<(typeof calls)[K]>['query'];

export interface NearbyService {
  /** `without` are left out beside those who are apart from the caller. */
  nearest(caller: Caller, query: Query<'getNearest'>, without?: Iterable<string>): Found;
  byBounds(caller: Caller, query: Query<'getByBounds'>): Found;
  bySector(caller: Caller, sector: string, query: Query<'getBySector'>): Found;
  aggregates(caller: Caller, query: Query<'getAggregates'>): PositionAggregate[];
  /** Takes up whatever changed about a profile; resolves when the index shows it. */
  refresh(profileId: string): Promise<void>;
  /** Resolves once the index shows whatever was told of the profile until now. */
  settled(profileId: string): Promise<void>;
}

interface Needs {
  readonly blocks: Blocks;
  readonly positions: PositionsService;
  readonly distinct: DistinctLimiter;
}

const hourMs = 3_600_000;
const onlineMs = 10 * 60_000;
const loadSize = 2_000;

/** Fills the index from the database, then follows the bus. */
export async function openNearby(world: World, { blocks, positions, distinct }: Needs): Promise<NearbyService> {
  const profiles = createProfilesStore(world.db.read);
  const underWay = new Map<string, Promise<void>>();

  for (let afterId = ''; ;) {
    const page = await profiles.pageOf(afterId, loadSize);
    for (const profile of page) place(profile);
    const last = page.at(-1);
    if (!last || page.length < loadSize) break;
    afterId = last.id;
  }

  /** One profile after the other reads and places itself, so that the newest state is the last to be placed. */
  function refresh(profileId: string): Promise<void> {
    const next = (underWay.get(profileId) ?? Promise.resolve()).then(async () => {
      const profile = await profiles.find(profileId);
      if (profile) tell(profile, place(profile));
      else takeOut(profileId);
    });
    const settled = next
      .catch((error: unknown) => world.log.error({ err: error }, 'a member could not be placed'))
      .then(() => {
        if (underWay.get(profileId) === settled) underWay.delete(profileId);
      });
    underWay.set(profileId, settled);
    return next;
  }

  world.bus.on('profileChanged', ({ profileId }) => void refresh(profileId).catch(() => undefined));
  world.bus.on('positionChanged', ({ profileId }) => {
    if (positions.publishedOf(profileId) === null) takeOut(profileId);
    else void refresh(profileId).catch(() => undefined);
  });
  world.bus.on('profileDeleted', ({ profileId }) => takeOut(profileId));
  world.bus.on('memberSeen', ({ profileId }) => world.nearby.seen(profileId, world.clock.now()));

  /** Puts somebody where he is published, or nowhere; gives the brief that others now see. */
  function place(profile: StoredProfile): ProfileBrief | null {
    const point = positions.publishedOf(profile.id);
    const now = world.clock.now();
    if (!point || profile.profilename === '' || profile.birthdate === null || !isAdult(profile.birthdate, now)) {
      takeOut(profile.id);
      return null;
    }
    const age = ageOn(profile.birthdate, now) ?? world.limits.placeholderAge;
    const brief: ProfileBrief = {
      profileId: profile.id,
      session: null,
      profileName: profile.profilename,
      profileAge: age,
      profileChars: [...profile.characteristics],
      profileWeight: profile.weight,
      profileHeight: profile.height,
      profilePicIds: [...profile.picIds],
      picPlaceholders: [...profile.picPlaceholders],
      lat: Number(point.lat.toFixed(5)),
      lon: Number(point.lon.toFixed(5)),
      tsUpdated: Math.floor(profile.updated_ms / hourMs) * hourMs,
    };
    const before = world.nearby.get(profile.id);
    if (before && sectorKey(sectorOf(before.lat, before.lon)) !== sectorKey(sectorOf(brief.lat, brief.lon))) takeOut(profile.id);
    world.nearby.put({
      profileId: profile.id,
      lat: brief.lat,
      lon: brief.lon,
      age,
      heightCm: profile.height_cm,
      weightKg: profile.weight_kg,
      characteristics: profile.characteristics,
      hasPicture: profile.picIds.length > 0,
      isTest: profile.is_test === 1,
      lastSeenMs: profile.seen_ms,
      // Sent as it is from now on: this is where it is held against the contract.
      brief: z.parse(profileBrief, brief),
    });
    return brief;
  }

  function tell(profile: StoredProfile, brief: ProfileBrief | null): void {
    if (brief === null || profile.is_test === 1) return;
    world.bus.publish({ type: 'briefShown', sector: sectorKey(sectorOf(brief.lat, brief.lon)), brief });
  }

  function takeOut(profileId: string): void {
    const before = world.nearby.get(profileId);
    if (!before) return;
    world.nearby.remove(profileId);
    world.bus.publish({ type: 'briefGone', sector: sectorKey(sectorOf(before.lat, before.lon)), profileId });
  }

  function searchOf(caller: Caller, query: { page: number; size: number; includeTestData: boolean }) {
    const excluded = new Set(blocks.apartFrom(caller.profileId)).add(caller.profileId);
    return { page: query.page, size: query.size, includeTest: query.includeTestData, excluded } satisfies NearbySearch;
  }

  const count = (caller: Caller, sectors: Iterable<string>) => {
    for (const sector of sectors) distinct.demand(`sectors:${caller.accountId}`, sector, world.limits.rates.sectorsAsked);
  };

  return {
    nearest(caller, query, without = []) {
      const given = query.lat !== undefined && query.lon !== undefined ? { lat: query.lat, lon: query.lon } : null;
      const centre = given ?? positions.centreOf(caller.profileId);
      if (!centre) throw problem('no-position');
      if (given) count(caller, sectorsAround(given.lat, given.lon).map(sectorKey));
      const {
        page: _page,
        size: _size,
        includeTestData: _test,
        lat: _lat,
        lon: _lon,
        characteristics,
        onlineNow,
        unrated: _unrated,
        ...filter
      } = query;
      const search = searchOf(caller, query);
      for (const profileId of without) search.excluded.add(profileId);
      return world.nearby.nearest({
        ...search,
        ...centre,
        filter: {
          ...filter,
          characteristics: characteristics?.split(',').filter((label) => label !== ''),
          ...(onlineNow ? { onlineSinceMs: world.clock.now() - onlineMs } : {}),
        },
      });
    },

    byBounds(caller, query) {
      const { latMin, lonMin, latMax, lonMax } = query;
      const width = lonMin <= lonMax ? lonMax - lonMin : lonMax - lonMin + 360;
      if (latMin > latMax || latMax - latMin > 10 || width > 10) throw problem('bad-bounds');
      const keys: string[] = [];
      for (let lat = Math.floor(latMin); lat <= latMax; lat++) {
        for (let step = 0; step <= Math.ceil(width); step++)
          keys.push(`${lat}:${((Math.floor(lonMin) + step + 180 + 360) % 360) - 180}`);
      }
      count(caller, keys);
      return world.nearby.byBounds({ ...searchOf(caller, query), latMin, lonMin, latMax, lonMax });
    },

    bySector(caller, key, query) {
      const sector = parseSectorKey(key);
      if (!sector) throw problem('bad-request', { message: 'A sector is lat:lon of whole degrees.' });
      count(caller, [sectorKey(sector)]);
      return world.nearby.bySector({ ...searchOf(caller, query), sectorLat: sector.lat, sectorLon: sector.lon });
    },

    aggregates: (caller, query) =>
      world.nearby.aggregates({ includeTest: query.includeTestData, excluded: blocks.apartFrom(caller.profileId) }),

    refresh,
    settled: async (profileId) => underWay.get(profileId),
  };
}
