// Parsing login link tokens.
import { expect, test } from 'vitest';
import { parseToken } from './login-link.ts';

test('an emailed pair is read from base64url, and its secret may contain colons', () => {
  const token = Buffer.from('link~id?>:se:cret').toString('base64url');
  expect(parseToken(token)).toEqual({ username: 'link~id?>', password: 'se:cret', isLiteral: false });
});

test('a pair of email address and password is recognised as literal', () => {
  expect(parseToken(Buffer.from('ada@example.org:höre').toString('base64'))).toEqual({
    username: 'ada@example.org',
    password: 'höre',
    isLiteral: true,
  });
});

test('a plus sign that a query string turned into a space is still read', () => {
  const token = Buffer.from('~~~>>>:x').toString('base64');
  expect(token).toContain('+');
  expect(parseToken(token.replaceAll('+', ' '))).toMatchObject({ username: '~~~>>>', password: 'x' });
});

test('an invalid token gives an empty pair', () => {
  expect(parseToken('%%%')).toEqual({ username: '', password: '', isLiteral: false });
});
