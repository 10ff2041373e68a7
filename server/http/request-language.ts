// The language in which a page or file is sent.
import type { FastifyRequest } from 'fastify';
import { acceptedTags, languageFor, type Language } from '#shared/rules/languages.ts';

/** The Vary header of answers in this language. */
export const variesByLanguage = 'accept-language, cookie';

const cookiePattern = /(?:^|;\s*)language=([\w-]+)/;

/** The language that was chosen in this browser (the cookie `language`, which the page sets), or else the browser's own. */
export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = cookiePattern.exec(headers.cookie ?? '')?.[1] ?? '';
  return languageFor([chosen, ...acceptedTags(headers['accept-language'] ?? '')]);
}
