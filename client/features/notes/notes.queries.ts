// Queries of private notes: one about a member, and all of them; both are cached on the device.
import { queryOptions } from '@tanstack/react-query';
import { notes, type ProfileNote, type ProfileNoteListed } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';
import { savedFirst } from '#client/offline/saved-first.ts';
import { keepNote, keepNotes, noteKey, notesKey, savedNote, savedNotes } from '#client/offline/saved-notes.ts';

export const noteQuery = (own: string, about: string) =>
  queryOptions({
    queryKey: noteKey(own, about),
    queryFn: savedFirst<ProfileNote>(
      { read: () => savedNote(own, about), keep: (note) => keepNote(own, note) },
      ask(notes.getProfileNote, { query: { authorProfileId: own, aboutProfileId: about } }),
    ),
    refetchOnReconnect: 'always',
    enabled: own !== '',
  });

/** All notes of the member, unordered. */
export const notesQuery = (own: string) =>
  queryOptions({
    queryKey: notesKey(own),
    queryFn: savedFirst<ProfileNoteListed[]>(
      { read: () => savedNotes(own), keep: (list) => keepNotes(own, list) },
      async ({ signal }, held) => {
        const all: ProfileNoteListed[] = [];
        for (;;) {
          const query = { authorProfileId: own, after: all.at(-1)?.aboutProfileId };
          const page = await call(notes.getProfileNotes, { query }, { signal, background: held !== undefined });
          all.push(...page);
          if (page.length < limits.notesPage) return all;
        }
      },
    ),
    refetchOnReconnect: 'always',
    enabled: own !== '',
  });
