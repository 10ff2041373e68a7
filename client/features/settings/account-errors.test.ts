// Validation of the account's fields.
import { expect, test } from 'vitest';
import { repeatError, emailError, nameError, passwordError } from './account-errors.ts';

test('an email address is required, with one @, text on both sides and at most 254 characters', () => {
  expect(emailError('  ')).toBe('Please enter an email address');
  expect(emailError('ada')).toBe('An email address contains an @');
  for (const invalid of ['ada@', '@example.org', 'ada@exa mple.org', 'ada@b@example.org', 'ada, ben@example.org'])
    expect(emailError(invalid)).toBe('That is not a complete email address');
  expect(emailError(`${'a'.repeat(250)}@example.org`)).toBe('An email address has at most 254 characters');
  for (const valid of ['ada@example.org', ' Ada+news@Example.ORG ', "o'hara@münchen.example"])
    expect(emailError(valid)).toBe(null);
});

test('an empty password is allowed, and length is counted in visible characters', () => {
  expect(passwordError('')).toBe(null);
  expect(passwordError('sevenxx')).toBe('A password has at least 8 characters');
  expect(passwordError('🦊🦊🐻🐼🐨🐯🦁🐮')).toBe(null);
  expect(passwordError('x'.repeat(128))).toBe(null);
  expect(passwordError('x'.repeat(129))).toBe('A password has at most 128 characters');
});

test('both passwords must match', () => {
  expect(repeatError('lavender', 'lavender')).toBe(null);
  expect(repeatError('lavender', '')).toBe('Passwords do not match');
});

test('a name may be empty and has at most 120 characters', () => {
  expect(nameError('')).toBe(null);
  expect(nameError('x'.repeat(121))).toBe('A name has at most 120 characters');
});
