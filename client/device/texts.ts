// The app's texts in the language of this device. Every text that members see goes through these functions when it is shown.
import {
  english,
  translated,
  translatedCount,
  type AnyValues,
  type PlainTexts,
  type ValuesOf,
  type Words,
} from '#shared/formats/texts.ts';
import type catalogue from '#shared/languages/en.json';
import { locale } from './locale.ts';

type AppText = PlainTexts<typeof catalogue>;
/** An English text that needs no values. */
export type PlainText = Exclude<AppText, `${string}{${string}`>;
/** The English form for many of each text with a count. */
type Counted = Exclude<keyof typeof catalogue, AppText>;

let words: Words = english;

/** Called before anything is shown, and never afterwards. */
export function setWords(next: Words): void {
  words = next;
}

/** For example t('Hello {name}', { name }). Called when the text is shown, since files may be loaded before the language. */
export function t(text: PlainText): string;
export function t<Text extends AppText>(text: Text, ...values: ValuesOf<Text>): string;
export function t(text: string, values?: AnyValues): string {
  return translated(words, text, values);
}

/** For example tCount(3, { one: '# person', other: '# people' }). A sentence with a count is given as a whole. */
export const tCount = <One extends string, Many extends Counted>(
  count: number,
  forms: { readonly one: One; readonly other: Many },
  ...[values]: ValuesOf<One | Many>
): string => translatedCount(words, locale(), count, forms, values);
