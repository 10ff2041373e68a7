// Queries of private notes: one about a member, and all of them; both are cached on the device.
import { queryOptions } from '@tanstack/react-query';
import { notes, type ProfileNote, type ProfileNoteListed } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { cachedFirst } from '#client/offline/cached-first.ts';
import { cacheNote, cacheNotes, noteKey, notesKey, cachedNote, cachedNotes } from '#client/offline/cached-notes.ts';

export const noteQuery = (own: string, about: string) =>
  queryOptions({
    queryKey: noteKey(own, about),
    queryFn: cachedFirst<ProfileNote>(
      { read: () => cachedNote(own, about), write: (note) => cacheNote(own, note) },
      callAsQuery(notes.getProfileNote, { query: { authorProfileId: own, aboutProfileId: about } }),
    ),
    refetchOnReconnect: 'always',
    enabled: own !== '',
  });

/** All notes of the member, unordered. */
export const notesQuery = (own: string) =>
  queryOptions({
    queryKey: notesKey(own),
    queryFn: cachedFirst<ProfileNoteListed[]>(
      { read: () => cachedNotes(own), write: (list) => cacheNotes(own, list) },
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
