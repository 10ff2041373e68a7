// Brings the English catalogue and the languages up to date with the code, and prints what each language lacks: npm run texts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appTextsIn, type AppTexts } from './house/app-texts.ts';
import { readHouse, type House } from './house/source-files.ts';

/** A language: a text, or the forms of a count, by the English text or the English form for many. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Side {
  /** The folder of its languages. */
  readonly folder: string;
  readonly of: RegExp;
}

export const sides: readonly Side[] = [
  { folder: 'shared/languages', of: /^(?:client|shared)\/.*\.tsx?$/ },
  { folder: 'server/texts', of: /^(?:server|manifest)\/.*\.ts$/ },
];

const root = path.join(import.meta.dirname, '..');
/** Members see these texts through `t` too, but only the code of the problem is known where it is called. */
const problemsFile = 'shared/contract/problems.ts';

export function textsOf({ of }: Side, { sources }: House): AppTexts[] {
  const files = sources.filter(({ path: file, isTest }) => of.test(file) && !isTest);
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(withProblems);
}

function withProblems(file: House['sources'][number]): AppTexts {
  const found = appTextsIn(file);
  if (file.path !== problemsFile) return found;
  const messages = [...file.text.matchAll(/message:\s*'((?:[^'\\]|\\.)*)'/g)].map(([, message = '']) => message);
  return { ...found, texts: new Set(messages) };
}

/** The English catalogue, in the order of the code. Texts of tables are added by hand, and stay while the code has them. */
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

/** A language in the order of the English catalogue, without what English no longer has. */
export const inOrder = (language: Catalogue, english: Catalogue): Catalogue =>
  Object.fromEntries(Object.keys(english).flatMap((key) => (language[key] === undefined ? [] : [[key, language[key]]])));

export const missingIn = (language: Catalogue, english: Catalogue): string[] =>
  Object.keys(english).filter((key) => typeof language[key] !== typeof english[key]);

const fileOf = ({ folder }: Side, language: string): string => path.join(root, folder, `${language}.json`);

export const readCatalogue = (side: Side, language: string): Catalogue =>
  JSON.parse(readFileSync(fileOf(side, language), 'utf8')) as Catalogue;

/** All languages but English. */
export const languagesOf = ({ folder }: Side): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .map((name) => name.replace('.json', ''));

const write = (side: Side, language: string, catalogue: Catalogue): void =>
  writeFileSync(fileOf(side, language), `${JSON.stringify(catalogue, null, 2)}\n`);

if (import.meta.main) {
  const house = readHouse();
  for (const side of sides) {
    const english = englishCatalogue(textsOf(side, house), readCatalogue(side, 'en'));
    write(side, 'en', english);
    console.log(`${side.folder}: ${Object.keys(english).length} texts`);
    for (const language of languagesOf(side)) {
      const now = inOrder(readCatalogue(side, language), english);
      write(side, language, now);
      const missing = missingIn(now, english);
      if (missing.length > 0) console.log(`${language} lacks ${missing.length}:\n  ${missing.join('\n  ')}`);
    }
  }
}
