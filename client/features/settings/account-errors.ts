// Validation errors of the account's fields, null for valid ones. The server checks passwords further.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';

const accountNameMost = 120;

export const nameError = (name: string): string | null =>
  lengthOf(name) > accountNameMost ? `A name has at most ${accountNameMost} characters` : null;

export function emailError(typed: string): string | null {
  const email = typed.trim();
  if (email === '') return 'Please enter an email address';
  if (!email.includes('@')) return 'An email address has an @';
  if (lengthOf(email) > limits.maxEmailLength) return `An email address has at most ${limits.maxEmailLength} characters`;
  return /^[^\s@<>",;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/.test(email) ? null : 'That is not a complete email address';
}

/** An empty one keeps the password there is. */
export function passwordError(password: string): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length > 0 && length < limits.minPasswordLength) return `A password has at least ${limits.minPasswordLength} characters`;
  return length > limits.maxPasswordLength ? `A password has at most ${limits.maxPasswordLength} characters` : null;
}

export const againError = (password: string, again: string): string | null =>
  password === again ? null : 'Passwords do not match';
