// Access of visitors, members and administrators by role.
import { expect, test } from 'vitest';
import { admits, type Role } from './roles.ts';

const visitor = null;
const member: Role[] = ['USER'];
const administrator: Role[] = ['USER', 'ADMIN'];

test.each([
  [[], [false, false, false]],
  [['UNAUTHENTICATED'], [true, false, false]],
  [['USER'], [false, true, true]],
  [['ADMIN'], [false, false, true]],
  [
    ['UNAUTHENTICATED', 'ADMIN'],
    [true, false, true],
  ],
] as [Role[], boolean[]][])('%j admits a visitor, a member, an administrator: %j', (allowed, admitted) => {
  expect([visitor, member, administrator].map((roles) => admits(allowed, roles))).toEqual(admitted);
});

test('an account is never a visitor, regardless of its roles', () => {
  expect(admits(['UNAUTHENTICATED'], ['UNAUTHENTICATED'])).toBe(false);
});
