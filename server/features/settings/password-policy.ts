// Which passwords are refused: too short, too long, or among the first that anybody would guess. No rules on what they are made of.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { commonPasswords } from './common-passwords.ts';

/** What is known about the member and the site, and so to whoever guesses. */
export interface GuessableWords {
  readonly email: string;
  readonly brandNames: readonly string[];
}

/** Rows of keys and the alphabet, forwards; each also counts backwards. */
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
/** So many digits and signs around a word make it no harder to guess. */
const decorationMost = 6;

/** Whether a password is refused; its length counts in code points. */
export function isWeakPassword(password: string, { email, brandNames }: GuessableWords): boolean {
  const length = lengthOf(password.normalize('NFC'));
  if (length < limits.passwordLeast || length > limits.passwordMost) return true;
  const plain = password.normalize('NFKC').toLowerCase();
  if (isRepetition(plain) || isDate(plain)) return true;
  const [localPart = ''] = email.split('@');
  const words = new Set([email, localPart, ...brandNames.flatMap((name) => [name, name.replaceAll(' ', '')])].map(lower));
  return candidatesOf(plain).some(
    (word) => commonPasswords.has(word) || words.has(word) || (word.length >= 4 && sequences.some((row) => row.includes(word))),
  );
}

const lower = (text: string): string => text.toLowerCase();

/** The password itself, and the word inside its decoration, each also with digits and signs read as the letters they stand for. */
function candidatesOf(plain: string): string[] {
  const readings = [plain, [...plain].map((letter) => lookalikes[letter] ?? letter).join('')];
  const cores = readings.map((reading) => /^[^\p{L}]*(.*?)[^\p{L}]*$/u.exec(reading)?.[1] ?? '');
  // In the plain reading a sign at the end is decoration; as a letter it would be part of the word.
  const bare = cores.map((core) => [...core].map((letter) => lookalikes[letter] ?? letter).join(''));
  return [...readings, ...[...cores, ...bare].filter((core) => plain.length - core.length <= decorationMost)];
}

/** "aaaaaaaa", "abcabcabc": something short, again and again. */
const isRepetition = (plain: string): boolean => /^(.{1,4})\1+$/u.test(plain);

/** "19900517", "17.05.1990": a day, written in one of the usual ways. */
const isDate = (plain: string): boolean => /^((19|20)\d\d[-./ ]?\d\d[-./ ]?\d\d|\d\d[-./ ]?\d\d[-./ ]?(19|20)\d\d)$/.test(plain);
