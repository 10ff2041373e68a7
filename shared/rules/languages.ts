// The languages of the app, and which of them suits a reader.

/** BCP 47 tags. */
export const languages = ['en', 'es', 'fr', 'de', 'pt-BR', 'it', 'nl', 'pl', 'ar'] as const;
export type Language = (typeof languages)[number];

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** In any region. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (baseOf(tag) === 'ar' ? 'rtl' : 'ltr');

/** The language of a tag in any region: pt-PT gives pt-BR. Null if the app does not have it. */
export const languageOf = (tag: string): Language | null =>
  languages.find((language) => baseOf(language) === baseOf(tag)) ?? null;

/** The language for the first of these tags that the app has. English if it has none. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = languageOf(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/** The cookie with the tag that was chosen in this browser. The page sets it and the server reads it. */
export const languageCookie = 'language';
/** The query parameter with the tag of the language in which a page is requested. */
export const languageParameter = 'lang';

/** The tags of an Accept-Language header, best first. For example "de-AT,de;q=0.9,en;q=0.8". Invalid parts are ignored. */
export function acceptedTags(header: string): string[] {
  const weighted = header.split(',').map((part) => {
    const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim());
    return { tag, weight: weight.startsWith('q=') ? Number(weight.slice(2)) : 0 };
  });
  return weighted
    .filter(({ tag, weight }) => /^[\w-]+$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
