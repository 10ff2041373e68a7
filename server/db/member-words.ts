// Entries of SQLite's full-text index. Each word of a message is stored for both members, so that a search reads only the searcher's own.

/** The name of the SQL function by which triggers update the index in SQLite. */
export const memberWordsFunction = 'member_words';

/** Limits a search to the newest messages. PostgreSQL ignores it: there only the limit of the statement applies. */
export interface NewestMatches {
  readonly beforeSequence?: number | undefined;
  readonly limit: number;
}

/** In lower case and without accents. */
const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .match(/[\p{L}\p{N}\p{Mn}\p{Mc}\p{Co}]+/gu) ?? [];

const keyOf = (memberId: string): string => memberId.replaceAll('-', '');

/** The entries, separated by spaces. `members` are the ids of the two members, separated by a space. */
export function memberWords(text: string, members: string): string {
  const words = [...new Set(plainWords(text))];
  return members
    .split(' ')
    .map(keyOf)
    .flatMap((key) => words.map((word) => key + word))
    .join(' ');
}

/** Matches messages with all of these words, the last one as a prefix. Null if there are no words. */
export function matchQuery(memberId: string, words: readonly string[]): string | null {
  const entries = words.flatMap(plainWords).map((word) => `"${keyOf(memberId)}${word}"`);
  return entries.length === 0 ? null : `${entries.join(' AND ')}*`;
}
