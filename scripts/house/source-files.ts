// Reads the project's files: sources with their imports, other texts such as READMEs, and all paths.
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

interface Import {
  readonly specifier: string;
  /** The path from the project root. It is null for a package. */
  readonly file: string | null;
  /** True if the import does not exist at run time. */
  readonly isTypeOnly: boolean;
}

export interface TextFile {
  /** The path from the project root, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface SourceFile extends TextFile {
  readonly imports: readonly Import[];
  /** True for tests and their helpers, which may import any room. */
  readonly isTest: boolean;
}

export interface House {
  readonly sources: readonly SourceFile[];
  /** READMEs, package.json and the files of languages, pages and drawings. */
  readonly otherTexts: readonly TextFile[];
  /** The paths of all files, including pictures. */
  readonly paths: readonly string[];
}

const root = path.join(import.meta.dirname, '../..');
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;
const source = /\.(?:tsx?|mjs|css)$/;
const otherText = /\.(?:md|json|html|svg)$/;

export function readHouse(): House {
  const paths = globSync(['*', '.ci/*', '{client,manifest,scripts,server,shared}/**/*'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => statSync(path.join(root, file)).isFile());
  const readable = paths.filter((file) => (source.test(file) || otherText.test(file)) && file !== 'package-lock.json');
  return houseOf(Object.fromEntries(readable.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])), paths);
}

export function houseOf(texts: Readonly<Record<string, string>>, paths: readonly string[] = Object.keys(texts)): House {
  const files = Object.entries(texts);
  return {
    sources: files.filter(([file]) => source.test(file)).map(([file, text]) => sourceFile(file, text)),
    otherTexts: files.filter(([file]) => !source.test(file)).map(([file, text]) => ({ path: file, text })),
    paths,
  };
}

function sourceFile(file: string, text: string): SourceFile {
  return {
    path: file,
    text,
    imports: file.endsWith('.css') ? [] : importsOf(file, text),
    isTest: /\.(test|suite)\.tsx?$|\/(testing|e2e)\//.test(file),
  };
}

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map(([, type, from, bare, lazy]) => {
    const specifier = from ?? bare ?? lazy ?? '';
    return { specifier, file: fileOf(file, specifier), isTypeOnly: type !== undefined };
  });
}

function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : null;
}
