// Where a call came in: it decides on the brand of mails, where their links lead, and what the audit says.
import type { FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import { ownOrigin } from '#server/http/guards.ts';

export interface Place {
  readonly brand: Brand;
  /** The Host header; it only chooses among the names that are known. */
  readonly host: string;
  /** Of the pages of that host. */
  readonly origin: string;
  readonly ip: string;
}

export const placeOf = (request: FastifyRequest): Place => ({
  brand: request.brand,
  host: request.headers.host ?? '',
  origin: ownOrigin(request),
  ip: request.ip,
});
