// Handlers for the live events that change private notes.
import { invalidate } from '#client/offline/invalidate.ts';
import { forgetNamed, noteKey, notesKey } from '#client/offline/cached-notes.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const noteEvents = {
  hello: invalidates('note', 'notes'),
  note: ({ aboutProfileId }, { queries, own }) => {
    invalidate(queries, noteKey(own, aboutProfileId));
    invalidate(queries, notesKey(own));
  },
  gone: async ({ profileId }, { queries, own }) => {
    await forgetNamed(own, profileId).catch(() => undefined);
    invalidate(queries, notesKey(own));
  },
} satisfies LiveHandlers;
