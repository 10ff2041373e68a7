// Checks the account's fields and returns a text or null. The server also refuses weak passwords.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';

const maxNameLength = 120;

export const nameError = (name: string): string | null =>
  lengthOf(name) > maxNameLength ? `A name has at most ${maxNameLength} characters` : null;

export function emailError(input: string): string | null {
  const email = input.trim();
  if (email === '') return 'Please enter an email address';
  if (!email.includes('@')) return 'An email address contains an @';
  if (lengthOf(email) > limits.maxEmailLength) return `An email address has at most ${limits.maxEmailLength} characters`;
  return /^[^\s@<>",;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/.test(email) ? null : 'That is not a complete email address';
}

/** An empty password keeps the current one. */
export function passwordError(password: string): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length > 0 && length < limits.minPasswordLength) return `A password has at least ${limits.minPasswordLength} characters`;
  return length > limits.maxPasswordLength ? `A password has at most ${limits.maxPasswordLength} characters` : null;
}

export const repeatError = (password: string, repeated: string): string | null =>
  password === repeated ? null : 'Passwords do not match';
