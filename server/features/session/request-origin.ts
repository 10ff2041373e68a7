// Reads from where a request comes: brand, host, IP address, language and browser. Mails, the audit log and others use it.
import type { FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import type { Language } from '#shared/rules/languages.ts';
import { ownOrigin } from '#server/http/guards.ts';
import { languageOfCall } from '#server/http/request-language.ts';

export interface RequestOrigin {
  readonly brand: Brand;
  /** The Host header. It is used only to choose among known hosts. */
  readonly host: string;
  /** The origin of the host's pages. */
  readonly origin: string;
  readonly ip: string;
  /** The language of the app, or else of the browser. */
  readonly language: Language;
}

/** The User-Agent header, for the list of sessions. */
export const deviceOf = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, 200);

export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  brand: request.brand,
  host: request.headers.host ?? '',
  origin: ownOrigin(request),
  ip: request.ip,
  language: languageOfCall(request),
});
