// Bundles each language as two files, with short keys in place of the English texts, which the code has already.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { textKey } from '#shared/rules/text-key.ts';
import { sides, textsOf, type Catalogue } from './house/catalogue.ts';
import { readHouse } from './house/source-files.ts';

const languageFile = /^(.*\/shared\/languages\/[\w-]+\.json)\?(members|pages)$/;
/** The screens with long texts that few members open: those for visitors and for administrators. */
const pageSources =
  /^client\/features\/(?:admin\/|site\/(?:(?:About|Billing|Contact|Sorry|Support|Terms)Screen|privacy-text|terms-text)\.)/;

/** `de.json?members` has the texts that members need, and `de.json?pages` the others. */
export function shortLanguages(): Plugin {
  let pageTexts: ReadonlySet<string> | null = null;
  return {
    name: 'short-languages',
    enforce: 'pre',
    async load(id, options) {
      const [, file, part] = languageFile.exec(id) ?? [];
      if (file === undefined || (part !== 'members' && part !== 'pages')) return null;
      // The code that renders the pages at build time needs all texts, from whichever file.
      pageTexts ??= options?.ssr === true ? new Set() : textsOfPages();
      const language = JSON.parse(await readFile(file, 'utf8')) as Catalogue;
      return { code: `const texts = ${shortened(language, pageTexts)[part]};\nexport { texts as default };`, moduleType: 'js' };
    },
  };
}

/** The texts that only pages have. */
export function textsOfPages(): Set<string> {
  const [side] = sides;
  if (side === undefined) throw new Error('There is no side.');
  const files = textsOf(side, readHouse());
  const ofPages = new Set(files.filter(({ path }) => pageSources.test(path)).flatMap(({ literals }) => [...literals]));
  for (const { path, literals } of files) if (!pageSources.test(path)) for (const literal of literals) ofPages.delete(literal);
  return ofPages;
}

/** The JSON of both files. */
export function shortened(
  language: Catalogue,
  pageTexts: ReadonlySet<string>,
): { readonly members: string; readonly pages: string } {
  const part = (isOfPages: boolean): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(language)
          .filter(([text]) => pageTexts.has(text) === isOfPages)
          .map(([text, own]) => [textKey(text), own]),
      ),
    );
  return { members: part(false), pages: part(true) };
}
