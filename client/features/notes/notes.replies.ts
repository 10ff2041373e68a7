// The handler for replies to saved private notes.
import type { ProfileNote } from '#shared/contract/notes.ts';
import { showReply } from '#client/net/show-reply.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';
import { noteKey, notesKey } from '#client/offline/cached-notes.ts';

const note: ReplyHandler<ProfileNote> = {
  show: ({ queries, profile, reply }) => reply && showReply(queries, noteKey(profile, reply.aboutProfileId), reply),
  changes: ({ profile }) => [notesKey(profile)],
};

export const noteReplies = { note };
