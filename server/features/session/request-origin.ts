// The origin of a request: it decides on the brand of mails, the host of their links, and the address in the audit.
import type { FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import { ownOrigin } from '#server/http/guards.ts';

export interface RequestOrigin {
  readonly brand: Brand;
  /** The Host header; it only chooses among the names that are known. */
  readonly host: string;
  /** Of the pages of that host. */
  readonly origin: string;
  readonly ip: string;
}

export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  brand: request.brand,
  host: request.headers.host ?? '',
  origin: ownOrigin(request),
  ip: request.ip,
});
