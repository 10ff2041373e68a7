// The project's own source files with what each imports.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** Path from the project's root for a file of ours; null for a package. */
  readonly file: string | null;
  /** Gone at run time: it can close no circle. */
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Tests, and what only tests use, may reach into any room. */
  readonly isTest: boolean;
}

const root = path.join(import.meta.dirname, '../..');
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;

export function readSourceFiles(): SourceFile[] {
  return globSync('{client,manifest,scripts,server,shared}/**/*.{ts,tsx,mjs,css}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .map((file) => sourceFile(file, readFileSync(path.join(root, file), 'utf8')));
}

export function sourceFile(file: string, text: string): SourceFile {
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
