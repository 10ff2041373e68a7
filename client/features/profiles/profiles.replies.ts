// Handlers for the replies to changes of the own profile and its pictures.
import type { Profile } from '#shared/contract/profiles.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

const profile: ReplyHandler<Profile> = {
  show({ queries, profile: id, reply }) {
    if (reply !== null) queries.setQueryData(['profile', id], reply);
  },
};

/** The profile is without it already. */
const picture: ReplyHandler<unknown> = {};

export const profileReplies = { profile, picture };
