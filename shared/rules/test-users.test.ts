// Email addresses of test users.
import { expect, test } from 'vitest';
import { isTestUserAddress, testUserAddress } from './test-users.ts';

test('a test user’s email address is recognised', () => {
  expect(testUserAddress('a1')).toBe('a1@test.invalid');
  expect(isTestUserAddress(testUserAddress('a1'))).toBe(true);
  for (const address of ['ada@example.org', '@test.invalid@example.org', 'test.invalid'])
    expect([address, isTestUserAddress(address)]).toEqual([address, false]);
});
