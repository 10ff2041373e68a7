// The language in which a page or file is sent.
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { acceptedTags, languageFor, type Language } from '#shared/rules/languages.ts';

/** The Vary header of answers in this language. */
export const variesByLanguage = 'accept-language, cookie';

/** The language that was chosen in this browser (the cookie `language`, which the page sets), or else the browser's own. */
export function requestLanguage({ cookies, headers }: FastifyRequest): Language {
  const chosen = cookies.language;
  return languageFor([...(chosen === undefined ? [] : [chosen]), ...acceptedTags(headers['accept-language'] ?? '')]);
}
