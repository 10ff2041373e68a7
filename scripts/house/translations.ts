// The rules on texts: members read everything in their language, and every language has exactly the texts of the code.
import { englishCatalogue, languagesOf, missingIn, sides, textsOf } from './catalogue.ts';
import type { House } from './source-files.ts';

/** Texts that look as if screens showed them, although none does, each with what it is. */
const notShown: readonly { readonly file: RegExp; readonly text: RegExp; readonly why: string }[] = [
  { file: /\/site\.queries\.ts$/, text: /^The commit/, why: 'The summary of an endpoint.' },
];

export const textsAreTranslated = (house: House): string[] =>
  sides.flatMap((side) => {
    const languages = languagesOf(side, house);
    const known = languages.get('en');
    if (known === undefined) return [];
    const files = textsOf(side, house);
    const english = englishCatalogue(files, known);
    const isSame = Object.keys(english).join('\n') === Object.keys(known).join('\n');
    const shown = files
      .filter(({ path }) => path.startsWith('client/'))
      .flatMap(({ path, untranslated }) =>
        untranslated
          .filter(({ text }) => !(text in english) && !notShown.some((one) => one.file.test(path) && one.text.test(text)))
          .map(
            ({ line, text }) =>
              `${path}:${line}: shows "${text.replace(/\s+/g, ' ').slice(0, 60)}" without a translation: use t().`,
          ),
      );
    const lacking = [...languages].flatMap(([language, texts]) => {
      const missing = missingIn(texts, english);
      const surplus = Object.keys(texts).filter((text) => !(text in english));
      return [
        ...(missing.length === 0
          ? []
          : [`${side.folder}/${language}.json: lacks ${missing.length} texts, first "${missing[0]}".`]),
        ...(surplus.length === 0 ? [] : [`${side.folder}/${language}.json: has "${surplus[0]}", which the code does not have.`]),
      ];
    });
    const twice = Object.values(Object.groupBy(Object.keys(english), withoutContractions))
      .filter((same = []) => same.length > 1)
      .map((same = []) => `${side.folder}/en.json: says "${same.join('" and "')}": use one of them.`);
    return [...shown, ...twice, ...(isSame ? lacking : [`${side.folder}/en.json: differs from the code: run npm run texts.`])];
  });

/** The text with contractions written out, such as "can not" for "can’t" and "cannot". */
const withoutContractions = (text: string): string =>
  text
    .replace(/can’t|cannot/g, 'can not')
    .replace(/n’t\b/g, ' not')
    .replace(/’re\b/g, ' are')
    .replace(/’s not\b/g, ' is not');
