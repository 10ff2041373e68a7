// The check for weak passwords: too short, too long, or easy to guess. There are no rules on their characters.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { commonPasswords } from './common-passwords.ts';

/** Words that a guesser can know about the member and the site. */
export interface GuessableWords {
  readonly email: string;
  readonly brandNames: readonly string[];
}

/** Rows of keys and the alphabet; each also counts backwards. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjklqwertyuiop',
  'zxcvbnmasdfghjkl',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const sequences = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Up to this many digits and signs around a word make it no harder to guess. */
const maxDecoration = 6;

/** True for a refused password; its length counts in code points. */
export function isWeakPassword(password: string, { email, brandNames }: GuessableWords): boolean {
  const length = lengthOf(password.normalize('NFC'));
  if (length < limits.minPasswordLength || length > limits.maxPasswordLength) return true;
  const plain = password.normalize('NFKC').toLowerCase();
  if (isRepetition(plain) || isDate(plain)) return true;
  const [localPart = ''] = email.split('@');
  const words = new Set([email, localPart, ...brandNames.flatMap((name) => [name, name.replaceAll(' ', '')])].map(lower));
  return candidatesOf(plain).some(
    (word) => commonPasswords.has(word) || words.has(word) || (word.length >= 4 && sequences.some((row) => row.includes(word))),
  );
}

const lower = (text: string): string => text.toLowerCase();

/** The password itself and the word inside its decoration, each also with digits and signs read as the letters they resemble. */
function candidatesOf(plain: string): string[] {
  const readings = [plain, [...plain].map((letter) => lookalikes[letter] ?? letter).join('')];
  const cores = readings.map((reading) => /^[^\p{L}]*(.*?)[^\p{L}]*$/u.exec(reading)?.[1] ?? '');
  // As typed, a sign at the end is decoration; read as a letter it would be part of the word.
  const bare = cores.map((core) => [...core].map((letter) => lookalikes[letter] ?? letter).join(''));
  return [...readings, ...[...cores, ...bare].filter((core) => plain.length - core.length <= maxDecoration)];
}

/** "aaaaaaaa", "abcabcabc": a short text, repeated. */
const isRepetition = (plain: string): boolean => /^(.{1,4})\1+$/u.test(plain);

/** "19900517", "17.05.1990": a date in a common format. */
const isDate = (plain: string): boolean => /^((19|20)\d\d[-./ ]?\d\d[-./ ]?\d\d|\d\d[-./ ]?\d\d[-./ ]?(19|20)\d\d)$/.test(plain);
