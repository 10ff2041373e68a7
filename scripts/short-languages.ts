// Bundles language files with short keys in place of the English texts, which the code has already.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { textKey } from '#shared/rules/text-key.ts';

const languageFile = /\/shared\/languages\/[\w-]+\.json$/;

export const shortLanguages: Plugin = {
  name: 'short-languages',
  async load(id) {
    if (!languageFile.test(id)) return null;
    return withShortKeys(await readFile(id, 'utf8'));
  },
};

/** The JSON of a language file with short keys. */
export const withShortKeys = (json: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json) as object).map(([text, own]) => [textKey(text), own])));
