// Reads the Idempotency-Key header, by which a repeated write is recognised.
import type { FastifyRequest } from 'fastify';
import { isUuid } from '#shared/rules/uuid.ts';
import { problem } from './problems.ts';

/** The UUID in lower case, or null without the header. Throws bad-request for other values. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  const key = String(given).toLowerCase();
  if (!isUuid(key)) throw problem('bad-request', { message: 'Idempotency-Key: a UUID is wanted.' });
  return key;
}
