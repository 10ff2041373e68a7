// The handler for replies to changed preferences.
import type { Settings } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

const settings: ReplyHandler<Settings> = {
  show: ({ queries, reply }) => {
    if (reply === null) return;
    showReply(queries, settingsQuery.queryKey, reply);
    applySettings(reply);
  },
};

export const settingsReplies = { settings };
