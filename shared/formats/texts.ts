// Translates the app's texts. English is in the code, and a language has a text for each English one.
import { isolatedIn, textDirection } from './isolated.ts';
import { counted, type PluralForms } from './words.ts';

/** The texts of a language. Undefined for a text that the language does not have. */
export interface Words {
  text(english: string): string | undefined;
  /** The forms for a count, by the English form for many. */
  forms(many: string): PluralForms | undefined;
}

/** The file of a language: a text, or the forms of a count, by the English text or the English form for many. */
export type LanguageFile = Readonly<Record<string, string | PluralForms>>;

/** The English texts of a file, without those of counts. */
export type PlainTexts<File> = { [Text in keyof File & string]: File[Text] extends string ? Text : never }[keyof File & string];

/** The names in curly brackets in a text. */
type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** The values that a text needs, as further parameters: none without placeholders. Numbers are given as formatted text. */
export type ValuesOf<Text extends string> = [PlaceholdersIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersIn<Text>, string>>];

/** `keyOf` gives the key of an English text in the file, if it is not the text itself. */
export function wordsOf(file: LanguageFile, keyOf: (english: string) => string = (english) => english): Words {
  function textIn(english: string): LanguageFile[string] | undefined {
    const key = keyOf(english);
    return Object.hasOwn(file, key) ? file[key] : undefined;
  }
  return {
    text(english) {
      const found = textIn(english);
      return typeof found === 'string' ? found : undefined;
    },
    forms(many) {
      const found = textIn(many);
      return typeof found === 'object' ? found : undefined;
    },
  };
}

export type AnyValues = Readonly<Record<string, string>>;

export const english: Words = { text: () => undefined, forms: () => undefined };

/**
 * For example "Hello Ada", for the text "Hello {name}" and the value { name: 'Ada' }. A text whose English has two meanings
 * starts with the meaning, which is not shown: "verb|Like". Values in the other direction of reading are isolated.
 */
export const translated = (words: Words, text: string, values?: AnyValues): string =>
  filled(words.text(text) ?? text.slice(text.indexOf('|') + 1), values);

/** For example "3 people", for 3 and the forms { one: '# person', other: '# people' }. */
export const translatedCount = (words: Words, locale: string, count: number, forms: PluralForms, values?: AnyValues): string =>
  filled(counted(count, words.forms(forms.other) ?? forms, locale), values);

function filled(text: string, values?: AnyValues): string {
  if (values === undefined) return text;
  const direction = textDirection(text.replace(places, ''));
  const whole = text.replace(places, (place, name: string, point: string) => {
    const value = values[name];
    return value === undefined ? place : isolatedIn(direction ?? 'ltr', value) + (value.endsWith('.') ? '' : point);
  });
  // Notifications and elements with `dir="auto"` would take the direction of an isolated name for that of the text.
  return direction !== null && whole.startsWith('\u2068') ? directionMarks[direction] + whole : whole;
}

/** Includes the full stop that ends a sentence, because a value such as "5:03 p.m." ends with its own. */
const places = /\{(\w+)\}(\.?)/g;
const directionMarks = { ltr: '\u200e', rtl: '\u200f' };
