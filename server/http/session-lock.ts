// The app lock of a session. If there is one, every request must prove that the device is unlocked.
import { hash } from 'node:crypto';
import { lockProofHeader } from '#shared/rules/lock-proof.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** True if there is a lock, and the proof is missing or wrong. */
export const isLocked = ({ lockHash }: Caller, proof: unknown): boolean =>
  lockHash !== null && (typeof proof !== 'string' || hash('sha256', proof, 'hex') !== lockHash);

export const proofIn = ({ headers }: FastifyRequest): unknown => headers[lockProofHeader];

/**
 * True if the address is opened in a tab, frame or object. Old browsers do not send Sec-Fetch-Mode, nor does any over plain http to
 * a host other than localhost.
 */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? headers.accept?.startsWith('text/html') === true : mode === 'navigate';
}
