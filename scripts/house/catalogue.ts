// The catalogues of the app's texts: those that the code has, and those that the language files have.
import { appTextsIn, type AppTexts } from './app-texts.ts';
import type { House, SourceFile } from './source-files.ts';

/** The texts of a language by the English text. A count has its forms, by the English form for many. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The client and the server have catalogues of their own, so that no device loads the texts of mails. */
export interface Side {
  /** The folder of its language files. */
  readonly folder: string;
  readonly sources: RegExp;
}

export const sides: readonly Side[] = [
  { folder: 'shared/languages', sources: /^(?:client|shared)\/.*\.tsx?$/ },
  // The rules of arbitration are also in notifications about cases.
  { folder: 'server/texts', sources: /^(?:(?:server|manifest)\/.*|shared\/rules\/arbitration)\.ts$/ },
];

/** The server sends the texts of problems, and the client translates them where a call fails. So no code gives them to `t` one by one. */
const problemsFile = 'shared/contract/problems.ts';

export interface FileTexts extends AppTexts {
  readonly path: string;
}

export const textsOf = ({ sources: among }: Side, { sources }: House): FileTexts[] =>
  sources
    .filter(({ path, isTest }) => among.test(path) && !isTest)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(textsIn);

function textsIn(file: SourceFile): FileTexts {
  const found = appTextsIn(file);
  if (file.path !== problemsFile) return { ...found, path: file.path };
  const messages = [...file.text.matchAll(/message:\s*'((?:[^'\\]|\\.)*)'/g)].map(([, message = '']) => message);
  return { ...found, path: file.path, texts: new Set(messages) };
}

/** The English catalogue in the order of the code. A text in a table is added by hand, and remains while the code contains it. */
export function englishCatalogue(files: readonly AppTexts[], known: Catalogue): Catalogue {
  const next: Record<string, string | Readonly<Record<string, string>>> = {};
  for (const { texts, counts, literals } of files) {
    for (const literal of literals) {
      const count = counts.get(literal);
      if (count !== undefined) next[literal] = count;
      else if (texts.has(literal) || typeof known[literal] === 'string') next[literal] = literal.slice(literal.indexOf('|') + 1);
    }
  }
  return next;
}

/** The language files of a side by language. */
export function languagesOf({ folder }: Side, { otherTexts }: House): Map<string, Catalogue> {
  const files = otherTexts.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.json'));
  return new Map(files.map(({ path, text }) => [path.slice(folder.length + 1, -'.json'.length), JSON.parse(text) as Catalogue]));
}

/** The texts of the English catalogue that a language does not have. */
export const missingIn = (language: Catalogue, english: Catalogue): string[] =>
  Object.keys(english).filter((text) => typeof language[text] !== typeof english[text]);
