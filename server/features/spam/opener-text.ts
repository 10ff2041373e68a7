// Hashes first messages, so that the same text has the same hash even if it is disguised.
import { createHash } from 'node:crypto';
import { limits } from '#shared/rules/limits.ts';

/**
 * Compares only letters, without case, accents, repeated letters and the recipient's name, which senders of copies fill in.
 * Null for a text that is so short that many people write it by chance ("hey, how are you?").
 */
export function openerKey(text: string, recipientName: string): string | null {
  const names = new Set(wordsOf(recipientName));
  const letters = wordsOf(text)
    .filter((word) => !names.has(word))
    .join('')
    .replaceAll(/(.)\1+/gu, '$1');
  return letters.length < limits.minOpenerLetters ? null : createHash('sha256').update(letters).digest('base64url');
}

/** Splits at everything that is not a letter, such as invisible characters and digits. "𝗛𝗲𝘆" becomes "hey". */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
