// Loads the words of the device's language, before anything is shown.
import { chosenLanguage, setLanguage } from '#client/device/language.ts';
import { setWords } from '#client/device/texts.ts';
import { wordsOf, type LanguageFile, type Words } from '#shared/formats/texts.ts';
import { textKey } from '#shared/rules/text-key.ts';

const root = '../../shared/languages/';
/** The texts of each language for members, and those of the pages for visitors and administrators. English is in the code. */
const parts = {
  members: import.meta.glob<LanguageFile>(['../../shared/languages/*.json', '!**/en.json'], {
    query: '?members',
    import: 'default',
  }),
  pages: import.meta.glob<LanguageFile>(['../../shared/languages/*.json', '!**/en.json'], { query: '?pages', import: 'default' }),
};

/** True if the app is not shown in English, in which its pages were made. */
export async function loadLanguage(): Promise<boolean> {
  const chosen = chosenLanguage();
  // A device without connection may not have the file yet.
  const words = await wordsIn(chosen, 'members').catch(() => null);
  if (words === null) return false;
  setWords(words);
  setLanguage(String(chosen));
  return true;
}

/** Adds the texts of pages, so that the screen that `load` returns can be shown. */
export async function withPageTexts<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  const words = Promise.all([wordsIn(chosenLanguage(), 'members'), wordsIn(chosenLanguage(), 'pages')]).catch(
    () => [null, null] as const,
  );
  const [screen, [members, pages]] = await Promise.all([load(), words]);
  if (members !== null && pages !== null) setWords(both(members, pages));
  return screen;
}

/** Null for English. */
async function wordsIn(chosen: unknown, part: keyof typeof parts): Promise<Words | null> {
  if (chosen === 'en-XA') return (await import('#shared/languages/pseudo.ts')).pseudo;
  const load = parts[part][`${root}${String(chosen)}.json`];
  return load === undefined ? null : wordsOf(await load(), textKey);
}

const both = (one: Words, other: Words): Words => ({
  text: (english) => one.text(english) ?? other.text(english),
  forms: (many) => one.forms(many) ?? other.forms(many),
});
