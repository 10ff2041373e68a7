// The content of a note: comparing, cleaning and merging.
import type { ProfileNote } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanTags } from '#shared/rules/notes.ts';
import { cleanText, lengthOf } from '#shared/rules/text.ts';

export type NoteContent = Readonly<Pick<ProfileNote, 'bodyText'>> & { readonly privateTags: readonly string[] };

export const isSame = (a: NoteContent, b: NoteContent): boolean =>
  a.bodyText === b.bodyText && JSON.stringify(a.privateTags) === JSON.stringify(b.privateTags);

export const isEmpty = ({ bodyText, privateTags }: NoteContent): boolean => bodyText === '' && privateTags.length === 0;

/** As the server stores it. */
export const cleanContent = ({ bodyText, privateTags }: NoteContent) => ({
  bodyText: cleanText(bodyText),
  privateTags: cleanTags(privateTags),
});

/** Reads the content of a waiting write. */
export function contentIn(body: unknown): NoteContent {
  const bodyText = fieldOf(body, 'bodyText');
  const tags = fieldOf(body, 'privateTags');
  return {
    bodyText: typeof bodyText === 'string' ? bodyText : '',
    privateTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}

/** Merges two notes about the same member, the first above the second; null if too long for one note. */
export function bothOf(first: NoteContent, second: NoteContent): NoteContent | null {
  const texts = first.bodyText === second.bodyText ? [first.bodyText] : [first.bodyText, second.bodyText];
  const bodyText = texts.filter((text) => text !== '').join('\n\n');
  const privateTags = cleanTags([...first.privateTags, ...second.privateTags]);
  const isTooMuch = lengthOf(bodyText) > limits.maxTextLength || privateTags.length > limits.maxTags;
  return isTooMuch ? null : { bodyText, privateTags };
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
