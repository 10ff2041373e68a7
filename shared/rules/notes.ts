// The stored form of a private note, for editor and server.
import { cleanName } from './text.ts';

/** The version of an empty note, also of one that could not be fetched: a save based on it never replaces a stored note. */
export const emptyNoteVersion = 'empty';

/** Private tags as stored: trimmed, without empty ones and duplicates, in the order of adding. */
export const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map(cleanName))].filter((tag) => tag !== '');
