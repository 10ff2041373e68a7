// Handlers for replies to queued changes of one's profile and pictures.
import type { Profile } from '#shared/contract/profiles.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { showReply } from '#client/net/show-reply.ts';

const profile: ReplyHandler<Profile> = {
  show({ queries, profile: id, reply }) {
    if (reply !== null) showReply(queries, profileQuery(id).queryKey, reply);
  },
};

/** Nothing to do, because a deleted picture was removed from the profile before. */
const picture: ReplyHandler<unknown> = {};

export const profileReplies = { profile, picture };
