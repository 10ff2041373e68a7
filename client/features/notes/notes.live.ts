// Handlers for the live events that change private notes.
import { askAgain } from '#client/offline/ask-again.ts';
import { forgetNamed, noteKey, notesKey } from '#client/offline/cached-notes.ts';
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const noteEvents = {
  hello: outdates('note', 'notes'),
  note: ({ aboutProfileId }, { queries, own }) => {
    askAgain(queries, noteKey(own, aboutProfileId));
    askAgain(queries, notesKey(own));
  },
  gone: async ({ profileId }, { queries, own }) => {
    await forgetNamed(own, profileId).catch(() => undefined);
    askAgain(queries, notesKey(own));
  },
} satisfies LiveHandlers;
