// App locks of sessions in tests.
import { hash } from 'node:crypto';
import { session } from '#shared/contract/session.ts';
import { lockProofHeader } from '#shared/rules/lock-proof.ts';
import type { Browser } from '#server/testing/app/browser.ts';

export const proof = 'a-proof-that-only-the-open-device-has-0123456';
export const withProof = (text = proof): Record<string, string> => ({ [lockProofHeader]: text });

/** Sets the lock of the browser's session, or changes its proof. */
export const setLock = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.ask(session.putLock, { body: { proofHash: hash('sha256', proof, 'hex') } }, headers);
