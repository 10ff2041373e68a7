// Queries of all private notes, and of the note about one member. The device stores both.
import { queryOptions } from '@tanstack/react-query';
import { notes, type ProfileNote, type ProfileNoteListed } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { cachedFirst } from '#client/offline/cached-first.ts';
import { cacheNote, cacheNotes, noteKey, notesKey, cachedNote, cachedNotes } from '#client/offline/cached-notes.ts';

export const noteQuery = (ownId: string, about: string) =>
  queryOptions({
    queryKey: noteKey(ownId, about),
    queryFn: cachedFirst<ProfileNote>(
      { read: () => cachedNote(ownId, about), write: (note) => cacheNote(ownId, note) },
      callAsQuery(notes.getProfileNote, { query: { authorProfileId: ownId, aboutProfileId: about } }),
    ),
    refetchOnReconnect: 'always',
    enabled: ownId !== '',
  });

/** In no particular order. */
export const notesQuery = (ownId: string) =>
  queryOptions({
    queryKey: notesKey(ownId),
    queryFn: cachedFirst<ProfileNoteListed[]>(
      { read: () => cachedNotes(ownId), write: (list) => cacheNotes(ownId, list) },
      async ({ signal }, cached) => {
        const all: ProfileNoteListed[] = [];
        for (;;) {
          const query = { authorProfileId: ownId, after: all.at(-1)?.aboutProfileId };
          const page = await call(notes.getProfileNotes, { query }, { signal, background: cached !== undefined });
          all.push(...page);
          if (page.length < limits.notesPage) return all;
        }
      },
    ),
    refetchOnReconnect: 'always',
    enabled: ownId !== '',
  });
