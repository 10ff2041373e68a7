// The words of a message in SQLite's full-text index, once for each of its two members, so that a search reads only a member's own.

/** Registered on SQLite under this name, since the index is kept by triggers. */
export const memberWordsFunction = 'member_words';

/** Limits a search to the newest messages; on PostgreSQL only the statement's own limit does. */
export interface NewestMatches {
  readonly beforeSequence?: number | undefined;
  readonly limit: number;
}

/** Lower case, without accents. */
const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .match(/[\p{L}\p{N}\p{Mn}\p{Mc}\p{Co}]+/gu) ?? [];

const keyOf = (memberId: string): string => memberId.replaceAll('-', '');

/** Index entries separated by spaces. `members` are the ids of the two members, separated by a space. */
export function memberWords(text: string, members: string): string {
  const words = [...new Set(plainWords(text))];
  return members
    .split(' ')
    .map(keyOf)
    .flatMap((key) => words.map((word) => key + word))
    .join(' ');
}

/** A query of the index for all of these words, the last one as a prefix; null if there are none. */
export function memberQuery(memberId: string, words: readonly string[]): string | null {
  const entries = words.flatMap(plainWords).map((word) => `"${keyOf(memberId)}${word}"`);
  return entries.length === 0 ? null : `${entries.join(' AND ')}*`;
}
