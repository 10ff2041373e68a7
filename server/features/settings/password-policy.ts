// Recognises weak passwords: too short, too long, or easy to guess.
import { withLatinDigits } from '#shared/rules/digits.ts';
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { commonPasswords } from './common-passwords.ts';

/** Words about the member and the site that an attacker can know. */
export interface GuessableWords {
  readonly email: string;
  readonly brandNames: readonly string[];
}

/** Sequences of the alphabet and of keyboards. Their reverses count too. */
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
/** A word is still easy to guess with up to this many digits and symbols around it. */
const maxAddedCharacters = 6;

export function isWeakPassword(password: string, { email, brandNames }: GuessableWords): boolean {
  const length = lengthOf(password.normalize('NFC'));
  if (length < limits.minPasswordLength || length > limits.maxPasswordLength) return true;
  const plain = withLatinDigits(password.normalize('NFKC').toLowerCase());
  if (isRepetition(plain) || isDate(plain)) return true;
  const [localPart = ''] = email.split('@');
  const guessable = new Set([email, localPart, ...brandNames.flatMap((name) => [name, name.replaceAll(' ', '')])].map(lower));
  return candidatesOf(plain).some(
    (word) =>
      commonPasswords.has(word) || guessable.has(word) || (word.length >= 4 && sequences.some((row) => row.includes(word))),
  );
}

const lower = (text: string): string => text.toLowerCase();

/** The password, and the word without the digits and symbols around it, as typed and with lookalike characters replaced by letters. */
function candidatesOf(plain: string): string[] {
  const variants = [plain, withoutLookalikes(plain)];
  const words = variants.map((variant) => /^[^\p{L}]*(.*?)[^\p{L}]*$/u.exec(variant)?.[1] ?? '');
  // A symbol at the end may be an addition or stand for a letter, so both are tried.
  const replaced = words.map(withoutLookalikes);
  return [...variants, ...[...words, ...replaced].filter((word) => plain.length - word.length <= maxAddedCharacters)];
}

const withoutLookalikes = (text: string): string => [...text].map((letter) => lookalikes[letter] ?? letter).join('');

/** For example "aaaaaaaa" or "abcabcabc". */
const isRepetition = (plain: string): boolean => /^(.{1,4})\1+$/u.test(plain);

/** For example "19900517" or "17.05.1990". */
const isDate = (plain: string): boolean => /^((19|20)\d\d[-./ ]?\d\d[-./ ]?\d\d|\d\d[-./ ]?\d\d[-./ ]?(19|20)\d\d)$/.test(plain);
