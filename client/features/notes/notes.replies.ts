// The handler for replies to saved private notes.
import type { ProfileNote } from '#shared/contract/notes.ts';
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';
import { notesKey, showNote } from '#client/offline/cached-notes.ts';

const note: ReplyHandler<ProfileNote> = {
  show: ({ queries, profile, reply }) => (reply === null ? undefined : showNote(queries, profile, reply)),
  changes: ({ profile }) => [notesKey(profile)],
};

export const noteReplies = { note };
