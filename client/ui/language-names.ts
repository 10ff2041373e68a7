// The app's languages by tag, each in its own words, for a select.
import { ownLanguageName } from '#shared/formats/words.ts';
import { languages, type Language } from '#shared/rules/languages.ts';

export const languageNames = (): Record<Language, string> =>
  Object.fromEntries(languages.map((tag) => [tag, ownLanguageName(tag)])) as Record<Language, string>;
