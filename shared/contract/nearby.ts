// Members nearby: briefs by distance, box and sector, and counts by sector.
import * as z from 'zod/mini';
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, numberText, sectorText, timeMs, wholeText } from './fields.ts';
import { characteristic, profileBrief } from './profiles.ts';

const paging = (sizeDefault: number, maxSize: number) => ({
  page: z._default(wholeText(0, 10_000), 0),
  /** A larger size is reduced to the maximum. */
  size: z.pipe(
    z._default(wholeText(1, 1_000_000), sizeDefault),
    z.transform((size) => Math.min(size, maxSize)),
  ),
  includeTestData: flagText,
});

/** A comma-separated list in a query. */
const listText = (item: z.ZodMiniType<string, string>, maxLength: number, maxItems: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(maxLength)),
      z.transform((text) => text.split(',').filter((part) => part !== '')),
    ),
    z.array(item).check(z.maxLength(maxItems)),
  );

/** The filters. Heights and weights are compared in whole units, and members who did not enter them match no range. */
const briefFilter = {
  ageMin: z.optional(wholeText(18, 120)),
  ageMax: z.optional(wholeText(18, 120)),
  heightCmMin: z.optional(numberText(0, 300)),
  heightCmMax: z.optional(numberText(0, 300)),
  weightKgMin: z.optional(numberText(0, 500)),
  weightKgMax: z.optional(numberText(0, 500)),
  /** The member must have all of these. */
  characteristics: z.optional(listText(characteristic, 600, characteristicKeys.length)),
  withPicture: flagText,
  onlineNow: flagText,
  /** Excludes members who have exchanged messages with the caller. */
  neverChatted: z.optional(flagText),
};

/** The filters for areas. Most of these calls have none, so the two flags that are false by default are optional. */
const areaFilter = { ...briefFilter, withPicture: z.optional(flagText), onlineNow: z.optional(flagText) };

/** A centre other than the caller's position; both or neither. */
const centre = {
  lat: z.optional(numberText(-90, 90)),
  lon: z.optional(numberText(-180, 180)),
};

/** The number of members found, and for each filter the number of members that only this filter excludes. */
const nearestCount = z.object({
  count: z.number(),
  /** Keys: age, height, weight, withPicture, onlineNow, neverChatted, and each requested characteristic. */
  hidden: z.record(z.string(), z.number()),
});
export type NearestCount = z.infer<typeof nearestCount>;

/** What a row of the details list shows of a member beyond the brief. */
const profileDetail = z.object({
  profileId: id,
  /** The beginning of the description, as one line. */
  firstWords: z.string(),
  /** Rounded down to the hour. */
  tsLastSeen: z.nullable(timeMs),
});
export type ProfileDetail = z.infer<typeof profileDetail>;

const positionAggregate = z.object({
  centerLat: z.number(),
  centerLon: z.number(),
  deltaLat: z.number(),
  deltaLon: z.number(),
  count: z.number(),
  tsUpdated: z.number(),
});
export type PositionAggregate = z.infer<typeof positionAggregate>;

const briefs = z.array(profileBrief);

export const nearby = {
  getNearest: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/nearest',
    who: 'USER',
    rate: 'briefs',
    summary: "Briefs by distance from the caller's position, or from lat and lon if given; 409 no-position without either.",
    query: z.object({
      ...paging(limits.tilesPage, limits.maxBriefsPageSize),
      ...briefFilter,
      /** Excludes members whom the caller likes or dislikes. */
      unrated: z.optional(flagText),
      ...centre,
    }),
    reply: briefs,
    isRawJson: true,
  }),
  getNearestCount: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/nearest-count',
    who: 'USER',
    rate: 'briefs',
    summary: 'The number of members on all pages of nearest, and for each condition the members excluded by it alone.',
    query: z.object({ includeTestData: flagText, ...briefFilter, ...centre }),
    reply: nearestCount,
  }),
  getDetails: endpoint({
    method: 'GET',
    path: '/api/profile-details',
    who: 'USER',
    rate: 'briefs',
    summary: 'Details for list rows in addition to briefs, for at most 20 profiles; members hidden from the caller are omitted.',
    query: z.object({ profileIds: listText(id, 1_000, limits.maxDetails).check(z.minLength(1)) }),
    reply: z.array(profileDetail),
  }),
  getOnline: endpoint({
    method: 'GET',
    path: '/api/profiles-online',
    who: 'USER',
    rate: 'briefs',
    summary:
      'Which of at most 100 members are online now; none for a caller who shows no visits, and none hidden from the caller.',
    query: z.object({ profileIds: listText(id, 4_000, limits.maxOnlineAsked).check(z.minLength(1)) }),
    reply: z.array(id),
  }),
  getByBounds: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/by-bounds',
    who: 'USER',
    rate: 'briefs',
    summary: 'Briefs in a box of at most 10 by 10 degrees; lonMin greater than lonMax crosses the antimeridian.',
    query: z.object({
      ...paging(limits.boundsPage, limits.boundsPage),
      ...areaFilter,
      latMin: numberText(-90, 90),
      lonMin: numberText(-180, 180),
      latMax: numberText(-90, 90),
      lonMax: numberText(-180, 180),
    }),
    reply: briefs,
    isRawJson: true,
  }),
  getBySector: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/by-sector/{sector}',
    who: 'USER',
    rate: 'briefs',
    summary: 'Briefs in one sector, named lat:lon by its south-west corner.',
    params: z.object({ sector: sectorText }),
    query: z.object({ ...paging(limits.sectorPage, limits.sectorPage), ...areaFilter }),
    reply: briefs,
    isRawJson: true,
  }),
  getAggregates: endpoint({
    method: 'GET',
    path: '/api/profile-positions/aggregates',
    who: 'USER',
    rate: 'briefs',
    summary: 'The number of members in each non-empty sector.',
    query: z.object({ includeTestData: flagText }),
    reply: z.array(positionAggregate),
    isRawJson: true,
  }),
};
