// Who is near: briefs by distance, box and sector, and counts for the far map.
import * as z from 'zod/mini';
import { limits } from '../rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { flagText, numberText, wholeText } from './fields.ts';
import { profileBrief } from './profiles.ts';

const paging = (sizeDefault: number, sizeMost: number) => ({
  page: z._default(wholeText(0, 10_000), 0),
  /** A larger size is cut to the most that is given. */
  size: z.pipe(
    z._default(wholeText(1, 1_000_000), sizeDefault),
    z.transform((size) => Math.min(size, sizeMost)),
  ),
  includeTestData: flagText,
});

export const briefFilter = {
  ageMin: z.optional(wholeText(18, 120)),
  ageMax: z.optional(wholeText(18, 120)),
  heightCmMin: z.optional(numberText(0, 300)),
  heightCmMax: z.optional(numberText(0, 300)),
  weightKgMin: z.optional(numberText(0, 500)),
  weightKgMax: z.optional(numberText(0, 500)),
  /** A comma list of which all are wanted. */
  characteristics: z.optional(z.string().check(z.maxLength(600))),
  withPicture: flagText,
  onlineNow: flagText,
};

export const positionAggregate = z.object({
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
    summary: 'Briefs by distance from the own point, or from lat and lon where given. Without either: 409 no-position.',
    query: z.object({
      ...paging(limits.tilesPage, limits.briefsPageMost),
      ...briefFilter,
      /** Without those whom the caller likes or dislikes. */
      unrated: z.optional(flagText),
      lat: z.optional(numberText(-90, 90)),
      lon: z.optional(numberText(-180, 180)),
    }),
    reply: briefs,
    isReady: true,
  }),
  getByBounds: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/by-bounds',
    who: 'USER',
    rate: 'briefs',
    summary: 'Briefs in a box of at most 10 by 10 degrees; lonMin greater than lonMax crosses the antimeridian.',
    query: z.object({
      ...paging(limits.boundsPage, limits.boundsPage),
      latMin: numberText(-90, 90),
      lonMin: numberText(-180, 180),
      latMax: numberText(-90, 90),
      lonMax: numberText(-180, 180),
    }),
    reply: briefs,
    isReady: true,
  }),
  getBySector: endpoint({
    method: 'GET',
    path: '/api/profile-briefs/by-sector/{sector}',
    who: 'USER',
    rate: 'briefs',
    summary: 'Briefs of one one-degree sector, named lat:lon by its south-west corner.',
    params: z.object({ sector: z.string().check(z.regex(/^-?\d{1,2}:-?\d{1,3}$/)) }),
    query: z.object(paging(limits.sectorPage, limits.sectorPage)),
    reply: briefs,
    isReady: true,
  }),
  getAggregates: endpoint({
    method: 'GET',
    path: '/api/profile-positions/aggregates',
    who: 'USER',
    rate: 'briefs',
    summary: 'How many members there are in each one-degree sector that has any.',
    query: z.object({ includeTestData: flagText }),
    reply: z.array(positionAggregate),
  }),
};
