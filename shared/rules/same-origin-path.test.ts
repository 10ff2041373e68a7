// Same-origin URLs are accepted, and URLs that only look like them are not.
import { expect, test } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

const origin = 'https://own.example';

test.each([
  ['https://own.example/notifications/open/1', '/notifications/open/1'],
  ['https://own.example/', '/'],
  ['/chat/personal/abc?x=1#y', '/chat/personal/abc?x=1#y'],
])('%s leads to %s', (address, path) => expect(sameOriginPath(address, origin)).toBe(path));

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
])('%j falls back to the notifications', (address) => expect(sameOriginPath(address, origin)).toBe('/notifications'));
