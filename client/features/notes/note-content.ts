// Compares, cleans, reads and merges the contents of notes.
import type { ProfileNote } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanTags } from '#shared/rules/notes.ts';
import { cleanText, lengthOf } from '#shared/rules/text.ts';
import { textAt } from '#shared/rules/unknown-fields.ts';
import { textsAt } from '#client/offline/text-lists.ts';

export type NoteContent = Readonly<Pick<ProfileNote, 'bodyText'>> & { readonly privateTags: readonly string[] };

export const isSameContent = (a: NoteContent, b: NoteContent): boolean =>
  a.bodyText === b.bodyText && JSON.stringify(a.privateTags) === JSON.stringify(b.privateTags);

export const isEmpty = ({ bodyText, privateTags }: NoteContent): boolean => bodyText === '' && privateTags.length === 0;

/** The content as the server stores it. */
export const cleanContent = ({ bodyText, privateTags }: NoteContent) => ({
  bodyText: cleanText(bodyText),
  privateTags: cleanTags(privateTags),
});

/** Reads the content from the body of a waiting write. */
export const readContent = (body: unknown): NoteContent => ({
  bodyText: textAt(body, 'bodyText') ?? '',
  privateTags: textsAt(body, 'privateTags'),
});

/** The first note's text above the second's, and the tags of both. Null if a note cannot have that much text or that many tags. */
export function mergeContents(first: NoteContent, second: NoteContent): NoteContent | null {
  const texts = first.bodyText === second.bodyText ? [first.bodyText] : [first.bodyText, second.bodyText];
  const bodyText = texts.filter((text) => text !== '').join('\n\n');
  const privateTags = cleanTags([...first.privateTags, ...second.privateTags]);
  const isTooLong = lengthOf(bodyText) > limits.maxTextLength || privateTags.length > limits.maxTags;
  return isTooLong ? null : { bodyText, privateTags };
}
