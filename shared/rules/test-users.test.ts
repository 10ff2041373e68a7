// Addresses of test users.
import { expect, test } from 'vitest';
import { isTestUserAddress, testUserAddress } from './test-users.ts';

test('the address of a test user is told from those of members', () => {
  expect(testUserAddress('a1')).toBe('a1@test.invalid');
  expect(isTestUserAddress(testUserAddress('a1'))).toBe(true);
  for (const address of ['ada@example.org', '@test.invalid@example.org', 'test.invalid'])
    expect([address, isTestUserAddress(address)]).toEqual([address, false]);
});
