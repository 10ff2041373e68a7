// Likes of profiles and pictures, and blocks, which are part of a profile like.
import * as z from 'zod/mini';
import { likeTypes } from '#shared/rules/likes.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, timeMs, timeText } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** The like types that the server stores. ERROR exists on the client only. */
const storedLikeType = z.enum(['LIKE', 'DISLIKE', 'UNDETERMINED']);

const profileLike = z.object({
  likerProfileId: id,
  likedProfileId: id,
  likeType: z.enum(likeTypes),
  blocked: z.boolean(),
  tsCreated: timeMs,
});
export type ProfileLike = z.infer<typeof profileLike>;

const profileLikeListed = z.extend(profileLike, { profile: reducedBrief });
export type ProfileLikeListed = z.infer<typeof profileLikeListed>;

const profilePicLike = z.object({
  likerProfileId: id,
  profilePicId: id,
  profilePicProfileId: id,
  likeType: z.enum(likeTypes),
  tsCreated: timeMs,
});
export type ProfilePicLike = z.infer<typeof profilePicLike>;
const profilePicLikeListed = z.extend(profilePicLike, { profile: reducedBrief });
export type ProfilePicLikeListed = z.infer<typeof profilePicLikeListed>;

const rates = ({ likeType }: { likeType?: z.infer<typeof storedLikeType> | undefined }): boolean =>
  likeType === 'LIKE' || likeType === 'DISLIKE';

const pair = z.object({ likerProfileId: id, likedProfileId: id });
const ownProfile = z.object({ id });
/** `before` is `tsCreated` of the last row of the previous page. */
const page = z.object({ before: z.optional(timeText) });

export const likes = {
  getProfileLike: endpoint({
    method: 'GET',
    path: '/api/profile-like',
    who: 'USER',
    summary: 'The like from one profile to another; UNDETERMINED without one.',
    query: pair,
    reply: profileLike,
  }),
  putProfileLike: endpoint({
    method: 'PUT',
    path: '/api/profile-like',
    who: 'USER',
    summary: 'Like, dislike, or block; absent fields are unchanged.',
    body: z.strictObject({
      likerProfileId: id,
      likedProfileId: id,
      likeType: z.optional(storedLikeType),
      blocked: z.optional(z.boolean()),
      tsCreated: z.optional(z.unknown()),
    }),
    actor: 'body.likerProfileId',
    whileSuspended: ({ body }) => body.likeType !== 'LIKE',
    needsProfile: ({ body }) => rates(body),
    reply: profileLike,
    waits: { queue: 'like', per: ({ body }) => body.likedProfileId, goneMeansDone: 'always', replyCache: 'like' },
  }),
  getLikesByLiker: endpoint({
    method: 'GET',
    path: '/api/profile-likes/by-liker/{id}',
    who: 'USER',
    summary: 'Profiles that the caller likes (with blocked=true: has blocked), newest first, 20 at a time.',
    params: ownProfile,
    query: z.extend(page, { blocked: flagText }),
    actor: 'params.id',
    reply: z.array(profileLikeListed),
  }),
  getLikesByLiked: endpoint({
    method: 'GET',
    path: '/api/profile-likes/by-liked/{id}',
    who: 'USER',
    summary: 'Profiles that like the caller, newest first, 20 at a time.',
    params: ownProfile,
    query: page,
    actor: 'params.id',
    reply: z.array(profileLikeListed),
  }),
  putProfilePicLike: endpoint({
    method: 'PUT',
    path: '/api/profile-pic-like',
    who: 'USER',
    summary: 'Like or dislike a picture.',
    body: z.strictObject({
      likerProfileId: id,
      profilePicId: id,
      profilePicProfileId: id,
      likeType: storedLikeType,
      tsCreated: z.optional(z.unknown()),
    }),
    actor: 'body.likerProfileId',
    whileSuspended: ({ body }) => body.likeType !== 'LIKE',
    needsProfile: ({ body }) => rates(body),
    reply: profilePicLike,
    waits: { queue: 'pic-like', per: ({ body }) => body.profilePicId, replyCache: 'pic-like' },
  }),
  getPicLikesByLiker: endpoint({
    method: 'GET',
    path: '/api/profile-pic-likes/by-liker-profileid/{id}',
    who: 'USER',
    summary: 'Pictures that the caller likes (with profilePicProfileId: of that profile only), newest first, 20 at a time.',
    params: ownProfile,
    query: z.extend(page, { profilePicProfileId: z.optional(id) }),
    actor: 'params.id',
    reply: z.array(profilePicLikeListed),
  }),
  getPicLikesByLiked: endpoint({
    method: 'GET',
    path: '/api/profile-pic-likes/by-liked-profileid/{id}',
    who: 'USER',
    summary: "Likes of the caller's pictures, newest first, 20 at a time.",
    params: ownProfile,
    query: page,
    actor: 'params.id',
    reply: z.array(profilePicLikeListed),
  }),
};
