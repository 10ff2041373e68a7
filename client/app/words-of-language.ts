// The words of each language except English, which is in the code. Loaded only on devices with another language.
import { wordsOf, type LanguageFile, type Words } from '#shared/formats/texts.ts';
import { directionOf } from '#shared/rules/languages.ts';
import { textKey } from '#shared/rules/text-key.ts';
import { setLanguage } from '#client/device/language.ts';
import { setWords } from '#client/device/texts.ts';

const folder = '../../shared/languages/';
/** The texts for members, and those of the pages for visitors and administrators. */
const parts = {
  members: import.meta.glob<LanguageFile>(['../../shared/languages/*.json', '!../../shared/languages/en.json'], {
    query: '?members',
    import: 'default',
  }),
  pages: import.meta.glob<LanguageFile>(['../../shared/languages/*.json', '!../../shared/languages/en.json'], {
    query: '?pages',
    import: 'default',
  }),
};

/** True if the language was found. */
export async function showIn(tag: string): Promise<boolean> {
  const words = await wordsIn(tag, 'members');
  if (words === null) return false;
  setWords(words);
  setLanguage(tag, directionOf(tag));
  return true;
}

export async function addPageTexts(tag: string): Promise<void> {
  const [members, pages] = await loadWords(tag);
  if (members === null || pages === null) return;
  setWords({
    text: (english) => members.text(english) ?? pages.text(english),
    forms: (many) => members.forms(many) ?? pages.forms(many),
  });
}

/** Rejects if the device has neither the texts nor a connection. Nulls for English, which is in the code. */
export const loadWords = (tag: string): Promise<[members: Words | null, pages: Words | null]> =>
  Promise.all([wordsIn(tag, 'members'), wordsIn(tag, 'pages')]);

async function wordsIn(tag: string, part: keyof typeof parts): Promise<Words | null> {
  if (tag === 'en-XA') return (await import('#shared/languages/pseudo.ts')).pseudo;
  const load = parts[part][`${folder}${tag}.json`];
  return load === undefined ? null : wordsOf(await load(), textKey);
}
