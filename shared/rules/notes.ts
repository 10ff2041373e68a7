// Rules for private notes: the version of an empty one, and the form of tags.
import { cleanLine } from './text.ts';

/** The version of a note that is empty or was never stored; a save based on it never overwrites a stored note. */
export const emptyNoteVersion = 'empty';

/** Trims tags and removes empty ones and duplicates, in the given order. */
export const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map(cleanLine))].filter((tag) => tag !== '');
