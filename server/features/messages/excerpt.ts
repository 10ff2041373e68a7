// The words of a search, and the excerpt of a message around the first of them.

/** More words only make the query more expensive. */
const mostWords = 8;
const mostCharacters = 120;
const charactersBefore = 30;

/** The words of a typed text; none when it has neither letters nor digits. */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, mostWords);

/** About 120 characters on one line, including the first word that begins with one of the words. */
export function excerptOf(text: string, words: readonly string[]): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()];
  const last = Math.max(0, characters.length - mostCharacters);
  const from = Math.min(last, Math.max(0, placeOf(characters, words) - charactersBefore));
  const part = characters
    .slice(from, from + mostCharacters)
    .join('')
    .trim();
  return `${from > 0 ? '…' : ''}${part}${from < last ? '…' : ''}`;
}

function placeOf(characters: readonly string[], words: readonly string[]): number {
  const plain = characters.map(plainOf);
  const wanted = words.map(plainOf);
  const longest = Math.max(0, ...wanted.map((word) => word.length));
  const place = plain.findIndex((_, index) => {
    if (index > 0 && /[\p{L}\p{N}]/u.test(characters[index - 1] ?? '')) return false;
    const rest = plain.slice(index, index + longest).join('');
    return wanted.some((word) => rest.startsWith(word));
  });
  return Math.max(0, place);
}

/** Without accents and in lower case, like the index. */
const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
