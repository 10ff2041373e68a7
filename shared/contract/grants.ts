// Grants of a member's private pictures.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** Durations of grants in ms: an hour, a day, a week. */
export const grantLastsMs = [3_600_000, 86_400_000, 604_800_000] as const;

const picGrant = z.object({
  profileId: id,
  profile: reducedBrief,
  /** Whether the private pictures of the profile are shared with this member. */
  isGranted: z.boolean(),
  /** Since when; null for a member who only has pictures from messages. */
  tsGranted: z.nullable(timeMs),
  /** Null: until revoked. */
  tsUntil: z.nullable(timeMs),
  /** Number of non-public pictures that this member has from messages. */
  picturesSent: z.number(),
});
export type PicGrant = z.infer<typeof picGrant>;

const of = z.object({ profileId: z.optional(id) });

export const grants = {
  getPicGrants: endpoint({
    method: 'GET',
    path: '/api/profile-pic-grants',
    who: 'USER',
    summary: 'Members who may see non-public pictures of the own profile, last shared first; with profileId: that member only.',
    query: of,
    reply: z.array(picGrant),
  }),
  putPicGrant: endpoint({
    method: 'PUT',
    path: '/api/profile-pic-grants',
    who: 'USER',
    summary:
      'Share the private pictures of the own profile with a member for an hour, a day, a week, or (null) until taken back.',
    body: z.strictObject({ profileId: id, lastsMs: z.nullable(z.literal(grantLastsMs)) }),
    actsOnOthers: () => true,
    reply: picGrant,
  }),
  deletePicGrants: endpoint({
    method: 'DELETE',
    path: '/api/profile-pic-grants',
    who: 'USER',
    summary:
      'Take pictures that are not public back from everybody, or with profileId from one member: what was shared, and what was sent in messages.',
    query: of,
  }),
};
