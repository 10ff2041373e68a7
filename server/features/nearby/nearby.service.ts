// Updates the nearby index from profiles and published points, and searches it for a viewer.
import type { ArgsOf } from '#shared/contract/endpoint.ts';
import type { NearestCount, nearby as calls, ProfileDetail } from '#shared/contract/nearby.ts';
import { profileBrief, type ProfileBrief } from '#shared/contract/profiles.ts';
import { ageOn } from '#shared/rules/age.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { parseSectorKey, sectorKey, sectorOf, sectorsAround } from '#shared/rules/sectors.ts';
import { hourMs } from '#shared/rules/durations.ts';
import * as z from 'zod/mini';
import { DatabaseFailure } from '#server/db/errors.ts';
import type { ScanKey } from '#server/db/scan.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { DistinctLimiter } from '#server/http/distinct-limits.ts';
import type { StartProgress } from '#server/http/start-progress.ts';
import { createRepeatedWork } from '#server/jobs/repeated-work.ts';
import type { NearbySearch } from '#server/nearby/index.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { ListedProfile } from '#server/features/profiles/profiles.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { Visits } from '#server/features/profiles/visits.service.ts';
import { createBirthdays } from './birthdays.ts';
import { conditionsOf, filterOf, type FilterQuery } from './query-filter.ts';

type Query<K extends keyof typeof calls> = ArgsOf<(typeof calls)[K]>['query'];
type Paged = Pick<Query<'getBySector'>, 'page' | 'size' | 'includeTestData'>;

export interface NearbyService {
  /** The members with whom the caller has chatted, if the query excludes them. */
  excludedChats(caller: Caller, query: Pick<FilterQuery, 'neverChatted'>): Promise<ReadonlySet<string>>;
  /** Returns a JSON array, like the other searches. The members in `excluded` are left out. */
  nearest(caller: Caller, query: Query<'getNearest'>, ...excluded: readonly ReadonlySet<string>[]): Promise<Buffer>;
  /** The number of members that `nearest` finds, and for each condition how many more it would find without it. */
  countNearest(caller: Caller, query: Query<'getNearestCount'>, excludedChats: ReadonlySet<string>): Promise<NearestCount>;
  details(caller: Caller, query: Query<'getDetails'>): Promise<ProfileDetail[]>;
  online(caller: Caller, query: Query<'getOnline'>): Promise<string[]>;
  byBounds(caller: Caller, query: Query<'getByBounds'>, excludedChats: ReadonlySet<string>): Promise<Buffer>;
  bySector(caller: Caller, sector: string, query: Query<'getBySector'>, excludedChats: ReadonlySet<string>): Promise<Buffer>;
  /** Returns a JSON array. */
  aggregates(caller: Caller, query: Query<'getAggregates'>): Buffer;
  /** Applies changes of a profile; resolves once the index contains them. Sends the brief if it changed or the member was not shown. */
  refresh(profileId: string, wasShown?: boolean): Promise<void>;
  /** Updates the ages of members who have had a birthday. */
  updateAges(): Promise<void>;
  /** Resolves once the index contains all previous changes of the profile. */
  settled(profileId: string): Promise<void>;
  /** Resolves once the index contains all previous changes. They read the database, so call it before the database closes. */
  close(): Promise<void>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly positions: PositionsService;
  readonly distinct: DistinctLimiter;
  readonly visits: Visits;
  readonly profiles: Pick<ProfilesService, 'details' | 'visible'>;
  readonly writtenWith: (profileId: string) => Promise<ReadonlySet<string>>;
  readonly progress: StartProgress;
}

const loadPageSize = 500;
const noProfiles: ReadonlySet<string> = new Set();
/** Members who are nearer to a pole are shown in the grid's last row (server/nearby/grid.ts). */
const lastRowLat = 85;

/** Loads all members who have a position into the index, and applies later changes from the bus. */
export async function openNearby(world: World, dependencies: Dependencies): Promise<NearbyService> {
  const { visibility, positions, distinct, visits, writtenWith, progress } = dependencies;
  const profiles = createProfilesStore(world.db.read);
  const pending = new Map<string, Promise<void>>();

  /** Applies a profile's changes one after the other, so that the newest state is stored last. */
  function refresh(profileId: string, wasShown = true): Promise<void> {
    const next = (pending.get(profileId) ?? Promise.resolve()).then(async () => {
      const profile = await profiles.find(profileId);
      if (profile) publishBrief(profile, place(profile, true), wasShown);
      else removeFromIndex(profileId);
    });
    const settled = next
      .catch((error: unknown) => {
        if (error instanceof DatabaseFailure) unread.add(profileId, wasShown && unread.get(profileId) !== false);
        world.log.error({ err: error }, 'a member could not be indexed');
      })
      .then(() => {
        if (pending.get(profileId) === settled) pending.delete(profileId);
      });
    pending.set(profileId, settled);
    return next;
  }

  /** The members who could not be read, with `wasShown`. */
  const unread = createRepeatedWork(refresh);
  /** Processes that share the database say that they know the change only once it is applied. */
  const throwIfUnread = (error: unknown): void => {
    if (error instanceof DatabaseFailure) throw error;
  };
  world.bus.on('profileChanged', ({ profileId, wasShown }) => refresh(profileId, wasShown).catch(throwIfUnread));
  world.bus.on('positionChanged', ({ profileId }) => {
    if (positions.publishedOf(profileId) === null) return removeFromIndex(profileId);
    return refresh(profileId).catch(throwIfUnread);
  });
  world.bus.on('profileDeleted', ({ profileId }) => removeFromIndex(profileId));

  const updateAges = createBirthdays(world, { birthdatesPage: profiles.birthdatesPage, refresh });
  // Changes are already applied while the pages are read, because positions expire meanwhile.
  const scan = world.db.scanOf('profiles.id');
  for (let after: ScanKey | null = scan.start; after !== null;) {
    const { rows, next } = await profiles.listedPage(scan, after, { size: loadPageSize, isListed: positions.isPublished });
    for (const profile of rows) place(profile, false);
    await progress.advance(rows.length);
    after = next;
  }

  /** Returns the brief that others see, and whether it is new; null for a member who is not listed. */
  function place(profile: ListedProfile, isChanged: boolean): { readonly brief: ProfileBrief; readonly isNew: boolean } | null {
    const point = positions.publishedOf(profile.id);
    const age = profile.birthdate === null ? null : ageOn(profile.birthdate, world.clock.now());
    if (!point || profile.profilename === '' || age === null || age < limits.adultAge) {
      removeFromIndex(profile.id);
      return null;
    }
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
      tsUpdated: Math.floor(profile.shown_updated_ms / hourMs) * hourMs,
    };
    const before = world.nearby.get(profile.id);
    if (before && sectorKey(sectorOf(before.lat, before.lon)) !== sectorKey(sectorOf(brief.lat, brief.lon)))
      removeFromIndex(profile.id);
    const isNew = world.nearby.put({
      profileId: profile.id,
      lat: brief.lat,
      lon: brief.lon,
      age,
      heightCm: profile.height_cm,
      weightKg: profile.weight_kg,
      characteristics: profile.characteristics,
      hasPicture: profile.picIds.length > 0,
      isTest: profile.is_test === 1,
      onlineUntilMs: visits.onlineUntil(profile),
      // Replies contain the brief without validation. A brief from before startup was validated when it changed.
      brief: isChanged ? z.parse(profileBrief, brief) : brief,
    });
    return { brief, isNew };
  }

  function publishBrief(profile: ListedProfile, placed: ReturnType<typeof place>, wasShown: boolean): void {
    if (placed === null || profile.is_test === 1 || (wasShown && !placed.isNew)) return;
    const { brief } = placed;
    world.bus.publish({ type: 'briefShown', sector: sectorKey(sectorOf(brief.lat, brief.lon)), brief });
  }

  function removeFromIndex(profileId: string): void {
    const before = world.nearby.get(profileId);
    if (!before) return;
    world.nearby.remove(profileId);
    if (before.isTest) return;
    world.bus.publish({ type: 'briefGone', sector: sectorKey(sectorOf(before.lat, before.lon)), profileId });
  }

  /**
   * A position can be reported at any place, so the sectors around it count like those of a requested centre. Problems: no-position,
   * bad-request if only one coordinate is given, too-many-requests for searches at too many places.
   */
  async function searchCentreOf(caller: Caller, { lat, lon }: Pick<Query<'getNearest'>, 'lat' | 'lon'>): Promise<Place> {
    if ((lat === undefined) !== (lon === undefined)) throw problem('bad-request', { message: 'Send lat and lon together.' });
    const centre = lat === undefined || lon === undefined ? await positions.searchCentreOf(caller.profileId) : { lat, lon };
    if (!centre) throw problem('no-position');
    await count(caller, sectorsAround(centre.lat, centre.lon).map(sectorKey));
    return clampedToGrid(centre);
  }

  function searchOf(caller: Caller, query: Paged & FilterQuery, furtherExcluded: readonly ReadonlySet<string>[] = []) {
    const { page, size, includeTestData: includeTest } = query;
    const excluded = [...visibility.hiddenFrom(caller.profileId), new Set([caller.profileId]), ...furtherExcluded];
    return { page, size, includeTest, excluded, filter: filterOf(query, onlineNowMs(caller)) } satisfies NearbySearch;
  }

  const count = (caller: Caller, sectors: readonly string[]) =>
    distinct.takeOrThrow(`sectors:${caller.accountId}`, sectors, world.limits.rates.sectorsAsked);

  /** A member is online now if they are online until at least this time. Infinite for a caller who does not show visits. */
  function onlineNowMs(caller: Caller): number {
    visits.advance();
    return visits.sharesVisits(caller.profileId) ? world.clock.now() + 1_000 : Infinity;
  }

  return {
    async excludedChats(caller, { neverChatted }) {
      return neverChatted ? writtenWith(caller.profileId) : noProfiles;
    },

    async nearest(caller, query, ...furtherExcluded) {
      const centre = await searchCentreOf(caller, query);
      return world.nearby.nearest({ ...searchOf(caller, query, furtherExcluded), ...centre }).bytes();
    },

    async countNearest(caller, query, excludedChats) {
      const centre = await searchCentreOf(caller, query);
      const conditions = conditionsOf(query, onlineNowMs(caller), excludedChats);
      const { includeTest, excluded } = searchOf(caller, { ...query, page: 0, size: 0 });
      const { count, missed } = world.nearby.count({
        ...centre,
        includeTest,
        excluded,
        conditions: [...conditions.values()],
      });
      return { count, hidden: Object.fromEntries([...conditions.keys()].map((name, at) => [name, missed[at] ?? 0])) };
    },

    /** Counts towards the same limit as opening profiles, because it discloses the same. */
    async details(caller, { profileIds }) {
      const found = await dependencies.profiles.details(caller, profileIds);
      const opened = found.map(({ profileId }) => profileId).filter((profileId) => profileId !== caller.profileId);
      await distinct.takeOrThrow(`profilesOpened:${caller.accountId}`, opened, world.limits.rates.profilesOpened);
      return found;
    },

    async online(caller, { profileIds }) {
      visits.advance();
      await visits.stored();
      const visible = await dependencies.profiles.visible(caller, profileIds);
      return visible.filter((profile) => visits.isOnlineFor(caller.profileId, profile)).map(({ id }) => id);
    },

    async byBounds(caller, query, excludedChats) {
      const { latMin, lonMin, latMax, lonMax } = query;
      const width = lonMin <= lonMax ? lonMax - lonMin : lonMax - lonMin + 360;
      if (latMin > latMax || latMax - latMin > 10 || width > 10) throw problem('bad-bounds');
      const keys: string[] = [];
      for (let lat = Math.floor(latMin); lat <= latMax; lat++) {
        for (let step = 0; step <= Math.ceil(width); step++)
          keys.push(`${lat}:${((Math.floor(lonMin) + step + 180 + 360) % 360) - 180}`);
      }
      await count(caller, keys);
      return world.nearby.byBounds({ ...searchOf(caller, query, [excludedChats]), latMin, lonMin, latMax, lonMax }).bytes();
    },

    async bySector(caller, key, query, excludedChats) {
      const sector = parseSectorKey(key);
      if (!sector) throw problem('bad-request', { message: 'A sector is lat:lon in whole degrees.' });
      await count(caller, [sectorKey(sector)]);
      const search = searchOf(caller, query, [excludedChats]);
      return world.nearby.bySector({ ...search, sectorLat: sector.lat, sectorLon: sector.lon }).bytes();
    },

    aggregates: (caller, query) =>
      world.nearby.aggregates({ includeTest: query.includeTestData, excluded: visibility.hiddenFrom(caller.profileId) }),

    refresh,
    updateAges,
    settled: async (profileId) => pending.get(profileId),
    async close() {
      unread.close();
      while (pending.size > 0) await Promise.all(pending.values());
    },
  };
}

/** Near a pole, a search starts at the latitude at which members near the pole are shown. */
const clampedToGrid = ({ lat, lon }: Place): Place => ({ lat: Math.min(lastRowLat, Math.max(-lastRowLat, lat)), lon });
