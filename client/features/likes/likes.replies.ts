// Handlers for replies to likes and blocks.
import type { ProfileLike, ProfilePicLike } from '#shared/contract/likes.ts';
import { likedPicsKey, withPicLike } from '#client/offline/cached-pic-likes.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';
import { hideMember, memberKeys } from '#client/people/member-queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import { likeKey, likesKey } from './likes-lists.ts';

const like: ReplyHandler<ProfileLike> = {
  show({ queries, profile, id, reply }) {
    if (reply !== null) showReply(queries, likeKey(profile, id), reply);
    if (reply === null || reply.blocked) hideMember(queries, id);
  },
  changes: ({ profile, id, body, reply }) => [
    likesKey,
    // A missing reply means that the member was deleted.
    ...('blocked' in Object(body) || reply === null ? memberKeys(profile, id) : []),
  ],
};

const picLike: ReplyHandler<ProfilePicLike> = {
  show: ({ queries, profile, reply }) =>
    reply &&
    queries.setQueryData<string[]>(likedPicsKey(profile, reply.profilePicProfileId), (ids) => ids && withPicLike(ids, reply)),
  changes: () => [likesKey],
};

export const likeReplies = { like, 'pic-like': picLike };
