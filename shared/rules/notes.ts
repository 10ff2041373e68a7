// Normalization of private notes.
import { cleanLine } from './text.ts';

/** The version of an empty or unavailable note; a save based on it never overwrites a stored note. */
export const emptyNoteVersion = 'empty';

/** Trims tags and removes empty ones and duplicates, in the given order. */
export const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map(cleanLine))].filter((tag) => tag !== '');
