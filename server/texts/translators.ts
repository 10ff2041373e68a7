// The server's texts in each language, for mails and pushes.
import { serverLocale } from '#shared/formats/locale.ts';
import { translated, wordsOf, type PlainTexts, type ValuesOf } from '#shared/formats/texts.ts';
import type { Language } from '#shared/rules/languages.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

type Catalogue = typeof en;
type ServerText = PlainTexts<Catalogue>;

export interface Translator {
  /** The locale for dates and numbers in these texts. */
  readonly locale: string;
  t<Text extends ServerText>(text: Text, ...values: ValuesOf<Text>): string;
  /** For a brand's texts, which a community may replace by texts that have no translation. */
  brandText(text: string): string;
}

const catalogues: Readonly<Partial<Record<Language, Catalogue>>> = { en, de };

/** Texts without a translation are English. */
export function translatorFor(language: Language): Translator {
  const words = wordsOf(catalogues[language] ?? en);
  return {
    locale: language === 'en' ? serverLocale : language,
    t: (text, ...[values]) => translated(words, text, values),
    brandText: (text) => translated(words, text),
  };
}
