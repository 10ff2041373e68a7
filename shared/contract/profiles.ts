// A member's public profile, and its brief for lists and the map.
import * as z from 'zod/mini';
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, lat, longText, lon, shortText, timeMs } from './fields.ts';
import { problemReply } from './problems.ts';

export const characteristic = z
  .string()
  .check(z.refine((key) => characteristicKeys.includes(key), { error: 'Unknown characteristic' }));
const pictureIds = z.array(id).check(z.maxLength(limits.picturesPerProfile));

/** Placeholders shown while pictures load, in the order of `profilePicIds` (shared/rules/picture-placeholder.ts). */
const picPlaceholders = z.optional(z.array(z.string()));

const profileEntity = z.object({
  id,
  profilename: z.string(),
  profilePicIds: z.array(id),
  picPlaceholders,
  profilePicIdsPrivate: z.array(id),
  /** The placeholders of `profilePicIdsPrivate`. */
  picPlaceholdersPrivate: picPlaceholders,
  /** Only the owner gets it; others get the age. */
  birthdate: z.optional(z.nullable(z.string())),
  age: z.number(),
  height: z.string(),
  weight: z.string(),
  description: z.string(),
  characteristics: z.array(z.string()),
  /** Only the owner and administrators get them. */
  roles: z.optional(z.array(z.enum(['USER', 'ADMIN']))),
  tsUpdated: timeMs,
  /** The number of changes so far, used as If-Match. Only the owner gets it. */
  version: z.optional(z.number()),
  /** The published point; null if the member is not on the map. */
  lat: z.nullable(lat),
  lon: z.nullable(lon),
  tsLastSeen: z.nullable(timeMs),
});
export type Profile = z.infer<typeof profileEntity>;

/** A whole profile, or only the changed fields, so that two devices can change different fields at the same time. */
const profileChange = z.strictObject({
  id,
  profilename: z.optional(shortText(limits.maxProfileNameLength)),
  profilePicIds: z.optional(pictureIds),
  profilePicIdsPrivate: z.optional(pictureIds),
  birthdate: z.optional(z.nullable(z.string().check(z.maxLength(10)))),
  height: z.optional(shortText(limits.maxMeasureTextLength)),
  weight: z.optional(shortText(limits.maxMeasureTextLength)),
  description: z.optional(longText()),
  characteristics: z.optional(z.array(characteristic).check(z.maxLength(characteristicKeys.length))),
  picPlaceholders: z.optional(z.unknown()),
  picPlaceholdersPrivate: z.optional(z.unknown()),
  age: z.optional(z.unknown()),
  roles: z.optional(z.unknown()),
  tsUpdated: z.optional(z.unknown()),
  version: z.optional(z.unknown()),
  lat: z.optional(z.unknown()),
  lon: z.optional(z.unknown()),
  tsLastSeen: z.optional(z.unknown()),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** The reply to a write based on an old version. */
export const changedMeanwhile = z.extend(problemReply, { current: profileEntity });

/** The short form of a brief in likes and conversations. */
export const reducedBrief = z.object({
  profileId: id,
  session: z.nullable(z.number()),
  profileName: z.string(),
  profilePicIds: z.array(id),
  picPlaceholders,
});
export type ReducedBrief = z.infer<typeof reducedBrief>;

export const profileBrief = z.object({
  profileId: id,
  session: z.nullable(z.number()),
  profileName: z.string(),
  profileAge: z.number(),
  profileChars: z.array(z.string()),
  profileWeight: z.string(),
  profileHeight: z.string(),
  profilePicIds: z.array(id),
  picPlaceholders,
  lat,
  lon,
  /** Rounded down to the hour. */
  tsUpdated: timeMs,
});
export type ProfileBrief = z.infer<typeof profileBrief>;

export const profiles = {
  getProfile: endpoint({
    method: 'GET',
    path: '/api/profile/{id}',
    who: 'USER',
    // Without the rights of an administrator.
    whileSuspended: ({ query }) => !query.admin,
    summary: 'One profile. Replies with an ETag.',
    params: z.object({ id }),
    query: z.object({ admin: flagText }),
    reply: profileEntity,
  }),
  putProfile: endpoint({
    method: 'PUT',
    path: '/api/profile',
    who: 'USER',
    whileSuspended: () => true,
    summary:
      "Change the caller's profile; absent fields are unchanged. 412 if If-Match is not the current version, with the current profile in `current`, unless the change is already stored.",
    body: profileChange,
    actor: 'body.id',
    reply: profileEntity,
    waits: { queue: 'profile', replyCache: 'profile' },
  }),
};
