// The Idempotency-Key header, by which a repeated write is recognised.
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The UUID in lower case, or null without the header. Throws bad-request for any other value. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  const key = String(given).toLowerCase();
  if (!uuid.test(key)) throw problem('bad-request', { message: 'Idempotency-Key: a UUID is wanted.' });
  return key;
}
