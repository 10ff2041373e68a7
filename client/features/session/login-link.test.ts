// Reading the token of a login link.
import { expect, test } from 'vitest';
import { pairOf } from './login-link.ts';

test('a mailed pair is read from base64url, the secret may contain colons', () => {
  const token = Buffer.from('link~id?>:se:cret').toString('base64url');
  expect(pairOf(token)).toEqual({ username: 'link~id?>', password: 'se:cret', isLiteral: false });
});

test('a literal pair of address and password is told apart', () => {
  expect(pairOf(Buffer.from('ada@example.org:höre').toString('base64'))).toEqual({
    username: 'ada@example.org',
    password: 'höre',
    isLiteral: true,
  });
});

test('a plus sign that a query made a blank is still read', () => {
  const token = Buffer.from('~~~>>>:x').toString('base64');
  expect(token).toContain('+');
  expect(pairOf(token.replaceAll('+', ' '))).toMatchObject({ username: '~~~>>>', password: 'x' });
});

test('a damaged token gives an empty pair', () => {
  expect(pairOf('%%%')).toEqual({ username: '', password: '', isLiteral: false });
});
