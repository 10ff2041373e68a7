// The rule that each class of a style sheet is used by the client, and that each class of an element is styled or read by a test.
import type { House } from './source-files.ts';

/** Classes that a library gives its elements. */
const ofLibraries = /^reactEasyCrop_/;

export const classesAreUsed = ({ sources }: House): string[] => {
  const client = sources.filter(({ path }) => path.startsWith('client/'));
  const sheets = client
    .filter(({ path }) => path.endsWith('.css'))
    .map(({ path, text }) => ({
      path,
      classes: new Set([...withoutComments(text).matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name)),
    }));
  const code = client.filter(({ path, isTest }) => !isTest && /\.tsx?$/.test(path));
  if (sheets.length === 0 || code.length === 0) return [];
  const written = code.map(({ text }) => text).join('\n');
  const words = new Set(written.match(/[\w-]+/g));
  /** The beginnings of names whose ends are computed. */
  const beginnings = [...new Set(written.match(/[\w-]+-(?=\$\{)/g))];
  const isWritten = (name: string): boolean =>
    words.has(name) || ofLibraries.test(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const styled = new Set(sheets.flatMap(({ classes }) => [...classes]));
  const read = new Set(client.filter(({ isTest }) => isTest).flatMap(({ text }) => text.match(/(?<=\.)[\w-]+/g) ?? []));
  return [
    ...sheets.flatMap(({ path, classes }) =>
      [...classes].filter((name) => !isWritten(name)).map((name) => `${path}: styles .${name}, which no element has.`),
    ),
    ...code.flatMap(({ path, text }) =>
      [...text.matchAll(/\bclassName="([^"]+)"/g)]
        .flatMap(([, names = '']) => names.split(' '))
        .filter((name) => !styled.has(name) && !read.has(name))
        .map((name) => `${path}: an element has the class ${name}, which nothing styles.`),
    ),
  ];
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '');
