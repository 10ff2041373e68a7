// The handler for replies to changed preferences.
import type { Settings } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

const settings: ReplyHandler<Settings> = {
  show: ({ queries, reply }) => {
    if (reply === null) return;
    showReply(queries, settingsQuery.queryKey, reply);
    applySettings(reply);
  },
  // The own profile has the published point, or none while the member is hidden.
  changes: ({ profile, body }) =>
    'hide' in Object(body) || 'positionPrecision' in Object(body) ? [profileQuery(profile).queryKey] : [],
};

export const settingsReplies = { settings };
