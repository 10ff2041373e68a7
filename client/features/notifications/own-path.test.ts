// Where a notification may lead.
import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/chat/personal/ab-1#cd-2', '/likes/profilelikedyou?x=1', '/profile/%20'])(
  '%s is a screen of this app',
  (url) => {
    expect(ownPath(url)).toBe(url);
  },
);

test.each([
  '',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'chat/personal',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a\u0000b',
  '/a b',
  ' /chat',
  '/\u0085/evil.example',
])('%j leads to the list of notifications instead', (url) => {
  expect(ownPath(url)).toBe('/notifications');
});
