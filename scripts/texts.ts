// Brings the English catalogues and the languages up to date with the code, and prints what each language lacks: npm run texts
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { englishCatalogue, languagesOf, missingIn, sides, textsOf, type Catalogue } from './house/catalogue.ts';
import { readHouse } from './house/source-files.ts';

/** A language in the order of the English catalogue, without what English no longer has. */
export const inOrder = (language: Catalogue, english: Catalogue): Catalogue =>
  Object.fromEntries(Object.keys(english).flatMap((text) => (language[text] === undefined ? [] : [[text, language[text]]])));

if (import.meta.main) {
  const house = readHouse();
  for (const side of sides) {
    const languages = languagesOf(side, house);
    const english = englishCatalogue(textsOf(side, house), languages.get('en') ?? {});
    console.log(`${side.folder}: ${Object.keys(english).length} texts`);
    for (const language of languages.keys()) {
      const next = language === 'en' ? english : inOrder(languages.get(language) ?? {}, english);
      const file = path.join(import.meta.dirname, '..', side.folder, `${language}.json`);
      writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
      const missing = missingIn(next, english);
      if (missing.length > 0) console.log(`${language} lacks ${missing.length}:\n  ${missing.join('\n  ')}`);
    }
  }
}
