// Formats counts with their noun, lists and names of regions.
import { directionOf } from '#shared/rules/languages.ts';
import { isolatedIn } from './isolated.ts';
import { numberText } from './numbers.ts';
import { perLocale } from './per-locale.ts';

/** The text for each plural category of a language. # is replaced by the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

const plurals = perLocale((locale) => new Intl.PluralRules(locale));

/** For example "1 person" or "1,234 people", with the forms { one: '# person', other: '# people' }. */
export const counted = (count: number, forms: PluralForms, locale: string): string =>
  (forms[plurals(locale).select(count)] ?? forms.other).replaceAll('#', () => numberText(count, locale));

const lists = perLocale((locale) => new Intl.ListFormat(locale));

/** For example "a", "a and b" or "a, b and c". */
export const listed = (items: readonly string[], locale: string): string =>
  lists(locale).format(items.map((item) => isolatedIn(directionOf(locale), item)));

/** For example "a, b, c", with the comma of the language. */
export const commaSeparated = (parts: readonly string[], locale: string): string => {
  const direction = directionOf(locale);
  return parts.map((part) => isolatedIn(direction, part)).join(direction === 'rtl' ? '، ' : ', ');
};

const regions = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** The name of a country for its ISO 3166 code, or the code if it has none. */
export const regionName = (code: string, locale: string): string => regions(locale).of(code) ?? code;

const languageNames = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'language' }));

/** A language's own name, for example "Deutsch" for de. */
export function ownLanguageName(tag: string): string {
  const name = languageNames(tag).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
