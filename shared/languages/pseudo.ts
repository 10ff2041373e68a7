// A language for tests: English with accents, a third longer, in brackets, so that untranslated and cut texts show.
import type { Words } from '#shared/formats/texts.ts';

const plain = 'aceinosuyzACEINOSU';
const accented = 'áçéíñóšúýžÁÇÉÍÑÓŠÚ';

/** Placeholders such as {name} and tags such as <a> stay. */
function pseudoText(english: string): string {
  const text = english
    .slice(english.indexOf('|') + 1)
    .replace(/\{\w+\}|<\/?\w+>|\w/g, (part) => accented[plain.indexOf(part)] ?? part);
  return `[${text}${'·'.repeat(Math.ceil(text.length / 3))}]`;
}

export const pseudo: Words = { text: pseudoText, forms: (many) => ({ other: pseudoText(many) }) };
