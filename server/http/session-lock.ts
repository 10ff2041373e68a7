// The app lock of a session: while it is set, every request must prove that the device is unlocked.
import { hash } from 'node:crypto';
import { lockProofHeader } from '#shared/rules/lock-proof.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** True if a lock is set and the proof is missing or wrong. */
export const isLocked = ({ lockHash }: Caller, proof: unknown): boolean =>
  lockHash !== null && (typeof proof !== 'string' || hash('sha256', proof, 'hex') !== lockHash);

export const proofIn = ({ headers }: FastifyRequest): unknown => headers[lockProofHeader];

/** True for an address opened in a tab, frame or object. Old browsers, and plain http, have no Sec-Fetch-Mode. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? headers.accept?.startsWith('text/html') === true : mode === 'navigate';
}
