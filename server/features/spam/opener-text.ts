// The key by which first messages count as the same, whatever their disguise.
import { createHash } from 'node:crypto';
import { limits } from '#shared/rules/limits.ts';

/**
 * A text as it is compared with others: letters only, without case, accents, runs of one letter and the recipient's name, which
 * templates fill in. Null where so little is left that many people write it anyway ("hey, how are you?").
 */
export function openerKey(text: string, recipientName: string): string | null {
  const names = new Set(wordsOf(recipientName));
  const letters = wordsOf(text)
    .filter((word) => !names.has(word))
    .join('')
    .replaceAll(/(.)\1+/gu, '$1');
  return letters.length < limits.minOpenerLetters ? null : createHash('sha256').update(letters).digest('base64url');
}

/** Compatible forms are equal ("𝗛𝗲𝘆" is "hey"); invisible characters and digits, which make copies differ, are no letters. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
