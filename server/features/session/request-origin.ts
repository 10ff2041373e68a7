// The origin of a request: it selects the brand of mails and the host of their links, and is recorded in the audit.
import type { FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import { ownOrigin } from '#server/http/guards.ts';

export interface RequestOrigin {
  readonly brand: Brand;
  /** The Host header; it only selects among known hosts. */
  readonly host: string;
  /** The origin of the pages of that host. */
  readonly origin: string;
  readonly ip: string;
}

export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  brand: request.brand,
  host: request.headers.host ?? '',
  origin: ownOrigin(request),
  ip: request.ip,
});
