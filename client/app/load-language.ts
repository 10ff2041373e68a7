// Loads the words of the device's language, before anything is shown.
import { chosenLanguage, setLanguage } from '#client/device/language.ts';
import { setWords } from '#client/device/texts.ts';
import { wordsOf, type LanguageFile, type Words } from '#shared/formats/texts.ts';
import type { Language } from '#shared/rules/languages.ts';
import { textKey } from '#shared/rules/text-key.ts';

type Load = () => Promise<{ readonly default: LanguageFile }>;

/** The texts of each language for members, and those of the pages for visitors and administrators. English is in the code. */
const files: Readonly<Record<Exclude<Language, 'en'>, readonly [members: Load, pages: Load]>> = {
  es: [() => import('#shared/languages/es.json?members'), () => import('#shared/languages/es.json?pages')],
  fr: [() => import('#shared/languages/fr.json?members'), () => import('#shared/languages/fr.json?pages')],
  de: [() => import('#shared/languages/de.json?members'), () => import('#shared/languages/de.json?pages')],
  'pt-BR': [() => import('#shared/languages/pt-BR.json?members'), () => import('#shared/languages/pt-BR.json?pages')],
  it: [() => import('#shared/languages/it.json?members'), () => import('#shared/languages/it.json?pages')],
  nl: [() => import('#shared/languages/nl.json?members'), () => import('#shared/languages/nl.json?pages')],
  pl: [() => import('#shared/languages/pl.json?members'), () => import('#shared/languages/pl.json?pages')],
  ar: [() => import('#shared/languages/ar.json?members'), () => import('#shared/languages/ar.json?pages')],
};

const isTranslated = (tag: unknown): tag is keyof typeof files => typeof tag === 'string' && Object.hasOwn(files, tag);

/** True if the app is not shown in English, in which its pages were made. */
export async function loadLanguage(): Promise<boolean> {
  const chosen = chosenLanguage();
  const words = await wordsIn(chosen, 0);
  if (words === null) return false;
  setWords(words);
  setLanguage(String(chosen));
  return true;
}

/** Adds the texts of pages, so that the screen that `load` returns can be shown. */
export async function withPageTexts<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  const [screen, members, pages] = await Promise.all([load(), wordsIn(chosenLanguage(), 0), wordsIn(chosenLanguage(), 1)]);
  if (members !== null && pages !== null) setWords(both(members, pages));
  return screen;
}

/** Null for English. */
async function wordsIn(chosen: unknown, part: 0 | 1): Promise<Words | null> {
  if (chosen === 'en-XA') return (await import('#shared/languages/pseudo.ts')).pseudo;
  return isTranslated(chosen) ? wordsOf((await files[chosen][part]()).default, textKey) : null;
}

const both = (one: Words, other: Words): Words => ({
  text: (english) => one.text(english) ?? other.text(english),
  forms: (many) => one.forms(many) ?? other.forms(many),
});
