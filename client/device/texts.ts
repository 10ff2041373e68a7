// The app's texts in the language of this device. Every text that members see goes through these functions when it is shown.
import { english, translated, translatedCount, type ValuesOf, type Words } from '#shared/formats/texts.ts';
import { locale } from './locale.ts';

let words: Words = english;

/** Called before anything is shown, and never afterwards. */
export function setWords(next: Words): void {
  words = next;
}

/** For example t('Hello {name}', { name }). Called when the text is shown, since files may be loaded before the language. */
export const t = <Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string => translated(words, text, values);

/** For example tCount(3, { one: '# person', other: '# people' }). A sentence with a count is given as a whole. */
export const tCount = <One extends string, Many extends string>(
  count: number,
  forms: { readonly one: One; readonly other: Many },
  ...[values]: ValuesOf<One | Many>
): string => translatedCount(words, locale(), count, forms, values);
