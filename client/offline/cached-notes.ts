// The member's private notes, cached on this device as one list.
import type { QueryKey } from '@tanstack/react-query';
import type { ProfileNote, ProfileNoteListed } from '#shared/contract/notes.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { briefOfCached, cacheList, cachedList, type CachedValue } from './cached-values.ts';

export const notesKey = (own: string): QueryKey => ['notes', own];
export const noteKey = (own: string, about: string): QueryKey => ['note', own, about];

const listName = (own: string): string => JSON.stringify(notesKey(own));

export const cachedNotes = (own: string): Promise<CachedValue<ProfileNoteListed[]> | null> => cachedList(own, listName(own));

export const cacheNotes = (own: string, notes: readonly ProfileNoteListed[]): Promise<void> =>
  navigator.locks.request(listName(own), () => cacheList(own, listName(own), notes));

/** Null if the note is not cached. The server may have one. */
export async function cachedNote(own: string, about: string): Promise<CachedValue<ProfileNote> | null> {
  const notes = await cachedNotes(own);
  const value = notes?.value.find(({ aboutProfileId }) => aboutProfileId === about);
  return notes === null || value === undefined ? null : { value, savedMs: notes.savedMs };
}

/** Adds or replaces a note in the cached list, or removes it if it is now empty. */
export const cacheNote = (own: string, note: ProfileNote): Promise<void> =>
  changeNotes(own, async (notes = []) => {
    const before = notes.find(({ aboutProfileId }) => aboutProfileId === note.aboutProfileId);
    if ((before?.version ?? emptyNoteVersion) === note.version) return null;
    const others = notes.filter((other) => other !== before);
    if (note.version === emptyNoteVersion) return others;
    return [...others, { ...note, profile: before?.profile ?? (await briefOfCached(own, note.aboutProfileId)) }];
  });

/** Removes the name of a deleted member from the notes about them. */
export const forgetNamed = (own: string, profileId: string): Promise<void> =>
  changeNotes(own, async (notes = []) => {
    if (!notes.some(({ profile }) => profile?.profileId === profileId)) return null;
    return notes.map((note) => (note.aboutProfileId === profileId ? { ...note, profile: null } : note));
  });

/** Changes the list under a lock that all tabs and the worker share. If `change` returns null, nothing is stored. */
const changeNotes = (
  own: string,
  change: (notes: readonly ProfileNoteListed[] | undefined) => Promise<readonly ProfileNoteListed[] | null>,
): Promise<void> =>
  navigator.locks.request(listName(own), async () => {
    const changed = await change((await cachedNotes(own))?.value);
    if (changed !== null) await cacheList(own, listName(own), changed);
  });
