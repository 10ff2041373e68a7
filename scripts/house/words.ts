// The rules on words: members are "they", and a file's first line says what the file is or does.
import type { House } from './source-files.ts';

/** The allowed exceptions, each with its reason. */
const allowedPronouns: readonly { readonly file: RegExp; readonly line: RegExp; readonly why: string }[] = [
  {
    file: /^server\/features\/games\/invented-narratives\.ts$/,
    line: /^ {4}["']/,
    why: 'Invented narratives, whose authors write about themselves and others.',
  },
];

/** Texts in other languages are not checked, since "he" and "his" are other words there. The rules themselves contain the pronouns. */
export const membersAreThey = ({ sources, otherTexts }: House): string[] =>
  [...sources, ...otherTexts]
    .filter(({ path }) => !/^scripts\/(?:house\/|check-house)|\/(?:languages|texts)\/(?!en\.)[\w-]+\.json$/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = /(?<!\p{L})(?:he|him|his|himself)(?!\p{L})/iu.exec(line)?.[0];
        const isAllowed = allowedPronouns.some((one) => one.file.test(path) && one.line.test(line));
        return found === undefined || isAllowed
          ? []
          : [`${path}:${index + 1}: contains "${found}": members are "they", or avoid the pronoun.`];
      }),
    );

/** The first line may not begin with a question word, or with "Up to". */
export const firstLinesName = ({ sources }: House): string[] =>
  sources.flatMap(({ path, text }) => {
    const found = /^(?:\/\/|\/\*) (What|Who|Whom|Whose|Whether|Where|How|Why|Up to)\b/.exec(text)?.[1];
    return found === undefined ? [] : [`${path}: the first line begins with "${found}": say what the file is or does.`];
  });
