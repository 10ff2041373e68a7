// Calls for grants: with whom a member shares their private pictures.
import * as z from 'zod/mini';
import { dayMs, hourMs, weekMs } from '#shared/rules/durations.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** Durations of grants in ms: an hour, a day, a week. */
export const grantLastsMs = [hourMs, dayMs, weekMs] as const;

const picGrant = z.object({
  profileId: id,
  profile: reducedBrief,
  /** True if the member's private pictures are shared with this person. */
  isGranted: z.boolean(),
  /** Start of the grant; null for a member who only has pictures from messages. */
  tsGranted: z.nullable(timeMs),
  /** End of the grant; null: until revoked. */
  tsUntil: z.nullable(timeMs),
  /** Number of non-public pictures sent to this member in messages. */
  picturesSent: z.number(),
});
export type PicGrant = z.infer<typeof picGrant>;

const ofMember = z.object({ profileId: z.optional(id) });

export const grants = {
  getPicGrants: endpoint({
    method: 'GET',
    path: '/api/profile-pic-grants',
    who: 'USER',
    summary: "Members who may see the caller's non-public pictures, most recent first; with profileId: that member only.",
    query: ofMember,
    reply: z.array(picGrant),
  }),
  putPicGrant: endpoint({
    method: 'PUT',
    path: '/api/profile-pic-grants',
    who: 'USER',
    summary: "Share the caller's private pictures with a member for an hour, a day, a week, or (null) until revoked.",
    body: z.strictObject({ profileId: id, lastsMs: z.nullable(z.literal(grantLastsMs)) }),
    needsProfile: () => true,
    reply: picGrant,
  }),
  deletePicGrants: endpoint({
    method: 'DELETE',
    path: '/api/profile-pic-grants',
    who: 'USER',
    whileSuspended: () => true,
    summary:
      "Revoke all access to the caller's non-public pictures, shared or sent in messages; with profileId: for that member only.",
    query: ofMember,
  }),
};
