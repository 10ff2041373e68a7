// Checks the account's fields and returns a text or null. The server also refuses weak passwords.
import { t, tCount } from '#client/device/texts.ts';
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';

const maxNameLength = 120;

export const nameError = (name: string): string | null =>
  lengthOf(name) > maxNameLength
    ? tCount(maxNameLength, { one: 'A name has at most # character', other: 'A name has at most # characters' })
    : null;

export function emailError(input: string): string | null {
  const email = input.trim();
  if (email === '') return t('Please enter an email address');
  if (!email.includes('@')) return t('An email address contains an @');
  if (lengthOf(email) > limits.maxEmailLength)
    return tCount(limits.maxEmailLength, {
      one: 'An email address has at most # character',
      other: 'An email address has at most # characters',
    });
  return /^[^\s@<>",;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/.test(email) ? null : t('That is not a complete email address');
}

/** An empty password keeps the current one. */
export function passwordError(password: string): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length > 0 && length < limits.minPasswordLength)
    return tCount(limits.minPasswordLength, {
      one: 'A password has at least # character',
      other: 'A password has at least # characters',
    });
  return length > limits.maxPasswordLength
    ? tCount(limits.maxPasswordLength, {
        one: 'A password has at most # character',
        other: 'A password has at most # characters',
      })
    : null;
}

export const repeatError = (password: string, repeated: string): string | null =>
  password === repeated ? null : t('Passwords do not match');
