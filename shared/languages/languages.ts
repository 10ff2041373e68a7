// The languages of the app, and which of them suits a reader.

/** Each language by its BCP 47 tag, with its own name. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ar: 'العربية',
} as const;
export type Language = keyof typeof languageNames;

export const isLanguage = (tag: unknown): tag is Language => typeof tag === 'string' && Object.hasOwn(languageNames, tag);

export const directionOf = (tag: string): 'ltr' | 'rtl' => (tag === 'ar' ? 'rtl' : 'ltr');

const known = Object.keys(languageNames) as readonly Language[];
const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language for the first of these tags that the app has, in any region: pt-PT gives pt-BR. English if it has none. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = known.find((language) => baseOf(language) === baseOf(tag));
    if (found !== undefined) return found;
  }
  return 'en';
}
