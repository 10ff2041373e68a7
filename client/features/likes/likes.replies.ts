// Handlers for replies to likes and blocks.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

const like: ReplyHandler<ProfileLike> = {
  show({ queries, profile, id, reply }) {
    if (reply !== null) queries.setQueryData(['like', profile, id], reply);
  },
  changes: ({ id, body, reply }) => [
    ['likes'],
    // A block or unblock changes what the server returns about the member; without a reply the member was deleted.
    ...('blocked' in Object(body) || reply === null ? [['profile', id], ['nearby'], ['conversations']] : []),
  ],
};

const picLike: ReplyHandler<unknown> = { changes: () => [['likes']] };

export const likeReplies = { like, 'pic-like': picLike };
