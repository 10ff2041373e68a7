// The key that a write carries so that the same write, sent again, is known.
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The sender's UUID in lower case; null where the request carries none. Problem: bad-request for anything else. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  const key = String(given).toLowerCase();
  if (!uuid.test(key)) throw problem('bad-request', { message: 'Idempotency-Key: a UUID is wanted.' });
  return key;
}
