// Validation errors of the account's fields.
import { expect, test } from 'vitest';
import { againError, emailError, nameError, passwordError } from './account-errors.ts';

test('an email address is required, then its @, then both of its parts', () => {
  expect(emailError('  ')).toBe('Please enter an email address');
  expect(emailError('ada')).toBe('An email address has an @');
  for (const broken of ['ada@', '@example.org', 'ada@exa mple.org', 'ada@b@example.org', 'ada, ben@example.org'])
    expect(emailError(broken)).toBe('That is not a complete email address');
  expect(emailError(`${'a'.repeat(250)}@example.org`)).toBe('An email address has at most 254 characters');
  for (const good of ['ada@example.org', ' Ada+news@Example.ORG ', "o'hara@münchen.example"]) expect(emailError(good)).toBe(null);
});

test('an empty password changes nothing, and length counts in characters as people see them', () => {
  expect(passwordError('')).toBe(null);
  expect(passwordError('sevenxx')).toBe('A password has at least 8 characters');
  expect(passwordError('🦊🦊🐻🐼🐨🐯🦁🐮')).toBe(null);
  expect(passwordError('x'.repeat(128))).toBe(null);
  expect(passwordError('x'.repeat(129))).toBe('A password has at most 128 characters');
});

test('both passwords are the same', () => {
  expect(againError('lavender', 'lavender')).toBe(null);
  expect(againError('lavender', '')).toBe('Passwords do not match');
});

test('a name may be left empty and not go on forever', () => {
  expect(nameError('')).toBe(null);
  expect(nameError('x'.repeat(121))).toBe('A name has at most 120 characters');
});
