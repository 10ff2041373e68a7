// Splits a search text into words, and takes an excerpt of a message around the first match.
import { wholeLetters } from '#shared/rules/letters.ts';

/** Further words are ignored, because each one makes the query slower. */
const maxWords = 8;
const maxCharacters = 120;
const charactersBefore = 30;

export const wordsOf = (text: string): string[] =>
  [...new Set(text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, maxWords);

/**
 * At most 120 characters on one line, around the first word that starts with one of `words`, or from the start if there is none. An
 * ellipsis stands for what is left out.
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  const last = Math.max(0, characters.length - maxCharacters);
  const from = Math.min(last, Math.max(0, matchIndex(characters, words) - charactersBefore));
  const before = from === 0 ? '' : wholeLetters(line, from);
  const excerpt = wholeLetters(line.slice(before.length), maxCharacters);
  const isEnd = before.length + excerpt.length === line.length;
  return `${before === '' ? '' : '…'}${excerpt.trim()}${isEnd ? '' : '…'}`;
}

function matchIndex(characters: readonly string[], words: readonly string[]): number {
  const plain = characters.map(plainOf);
  const searched = words.map(plainOf);
  const longest = Math.max(0, ...searched.map((word) => word.length));
  const found = plain.findIndex((_, index) => {
    if (index > 0 && /[\p{L}\p{N}]/u.test(characters[index - 1] ?? '')) return false;
    const rest = plain.slice(index, index + longest).join('');
    return searched.some((word) => rest.startsWith(word));
  });
  return Math.max(0, found);
}

/** In lower case and without accents, like the search index. */
const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
