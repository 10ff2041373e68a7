// The proof that a device is unlocked, and addresses opened as pages.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { lockProofHeader } from '#shared/rules/lock-proof.ts';
import type { Caller } from './caller.ts';
import { isLocked, isNavigation, proofIn } from './session-lock.ts';

test.each<[string | null, unknown, boolean]>([
  [null, undefined, false],
  [null, 'proof', false],
  ['proof', 'proof', false],
  ['proof', 'other', true],
  ['proof', '', true],
  ['proof', undefined, true],
  ['proof', ['proof'], true],
])('with a lock of %j, a request with the proof %j is locked: %s', (lock, proof, expected) => {
  const lockHash = lock === null ? null : hash('sha256', lock, 'hex');
  expect(isLocked({ lockHash } as Caller, proof)).toBe(expected);
});

test.each([
  [{ 'sec-fetch-mode': 'navigate' }, true],
  [{ 'sec-fetch-mode': 'navigate', accept: '*/*' }, true],
  [{ 'sec-fetch-mode': 'cors', accept: 'text/html' }, false],
  [{ accept: 'text/html,*/*' }, true],
  [{ accept: 'application/json, text/html' }, false],
  [{ accept: '*/*' }, false],
  [{}, false],
])('a request with the headers %j opens a page: %s', (headers, expected) => {
  expect(isNavigation({ headers } as never)).toBe(expected);
});

test('the proof is in its own header', () => {
  expect(lockProofHeader).toMatch(/^[a-z-]+$/);
  expect(proofIn({ headers: { [lockProofHeader]: 'proof' } } as never)).toBe('proof');
});
