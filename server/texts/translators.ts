// The server's texts in each language, for mails, pushes, archives and news of cases.
import { serverLocale } from '#shared/formats/locale.ts';
import { translated, wordsOf, type PlainTexts, type ValuesOf } from '#shared/formats/texts.ts';
import type { Language } from '#shared/rules/languages.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };

type Catalogue = typeof en;
type ServerText = PlainTexts<Catalogue>;
/** An English text that needs no values. */
export type PlainServerText = Exclude<ServerText, `${string}{${string}`>;

export interface Translator {
  readonly language: Language;
  /** The locale for dates and numbers in these texts. */
  readonly locale: string;
  t<Text extends ServerText>(text: Text, ...values: ValuesOf<Text>): string;
  /** For a brand's texts, which a community may replace by texts that have no translation. */
  brandText(text: string): string;
}

const catalogues: Readonly<Record<Language, Catalogue>> = { ar, de, en, es, fr, it, nl, pl, 'pt-BR': ptBR };

export function translatorFor(language: Language): Translator {
  const words = wordsOf(catalogues[language]);
  return {
    language,
    locale: language === 'en' ? serverLocale : language,
    t: (text, ...[values]) => translated(words, text, values),
    brandText: (text) => translated(words, text),
  };
}
