// The well-known address at which password managers find where a password is changed.
import { expect, test } from 'vitest';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';

test('the address leads to the account’s settings, for visitors too, and no other well-known address answers', async () => {
  const { origin } = await openAppForTest();
  const answer = await fetch(`${origin}/.well-known/change-password`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings#account']);
  const missing = await fetch(`${origin}/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200`);
  expect(missing.status).toBe(404);
});
