// Comparing, cleaning, reading and merging the content of notes.
import type { ProfileNote } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanTags } from '#shared/rules/notes.ts';
import { cleanText, lengthOf } from '#shared/rules/text.ts';

export type NoteContent = Readonly<Pick<ProfileNote, 'bodyText'>> & { readonly privateTags: readonly string[] };

export const isSameContent = (a: NoteContent, b: NoteContent): boolean =>
  a.bodyText === b.bodyText && JSON.stringify(a.privateTags) === JSON.stringify(b.privateTags);

export const isEmpty = ({ bodyText, privateTags }: NoteContent): boolean => bodyText === '' && privateTags.length === 0;

/** The content as the server stores it. */
export const cleanContent = ({ bodyText, privateTags }: NoteContent) => ({
  bodyText: cleanText(bodyText),
  privateTags: cleanTags(privateTags),
});

/** From the body of a waiting write. */
export function readContent(body: unknown): NoteContent {
  const bodyText = fieldOf(body, 'bodyText');
  const tags = fieldOf(body, 'privateTags');
  return {
    bodyText: typeof bodyText === 'string' ? bodyText : '',
    privateTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}

/** The first note's text above the second's; null if too long for one note. */
export function mergeContents(first: NoteContent, second: NoteContent): NoteContent | null {
  const texts = first.bodyText === second.bodyText ? [first.bodyText] : [first.bodyText, second.bodyText];
  const bodyText = texts.filter((text) => text !== '').join('\n\n');
  const privateTags = cleanTags([...first.privateTags, ...second.privateTags]);
  const isTooLong = lengthOf(bodyText) > limits.maxTextLength || privateTags.length > limits.maxTags;
  return isTooLong ? null : { bodyText, privateTags };
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
