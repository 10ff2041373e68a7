// Own addresses pass, and those that only look like own ones do not.
import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

const origin = 'https://own.example';

test.each([
  ['https://own.example/notifications/open/1', '/notifications/open/1'],
  ['https://own.example/', '/'],
  ['/chat/personal/abc?x=1#y', '/chat/personal/abc?x=1#y'],
])('%s leads to %s', (address, path) => expect(ownPath(address, origin)).toBe(path));

test.each([
  '',
  'notifications',
  'https://own.example',
  'https://own.example.evil.test/x',
  'https://own.example@evil.test/x',
  'https://evil.test/x',
  'https://own.example//evil.test/x',
  '//evil.test/x',
  '/\\evil.test/x',
  '/x\\y',
  '\\\\evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.test',
  '/x\ny',
  '/\u0000',
  ' /x',
  '/x y',
  '/\u202egnp.x',
  null,
  undefined,
  42,
  { toString: () => '/x' },
])('%j leads nowhere but to the notifications', (address) => expect(ownPath(address, origin)).toBe('/notifications'));
