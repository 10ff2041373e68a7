// The stored form of a private note, for editor and server.
import { cleanName } from './text.ts';

/** The version of a note that holds nothing, also of one that could not be fetched: saving on top of it never replaces a stored one. */
export const emptyNoteVersion = 'empty';

/** Private tags as they are kept: trimmed, without empty ones and duplicates, in the order in which they were added. */
export const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map(cleanName))].filter((tag) => tag !== '');
