// The language in which a page, a file or the reply to a call is sent.
import type { FastifyRequest } from 'fastify';
import {
  acceptedTags,
  languageCookie,
  languageFor,
  languageParameter,
  languageOf,
  type Language,
} from '#shared/rules/languages.ts';

/** The Vary header of answers in this language. */
export const variesByLanguage = 'accept-language, cookie';

const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)`);

/** The language that the address asks for, or else the one that was chosen in this browser, or else the browser's own. */
export function requestLanguage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const chosen = cookiePattern.exec(headers.cookie ?? '')?.[1] ?? '';
  return askedLanguage(url) ?? languageFor([chosen, ...acceptedTags(headers['accept-language'] ?? '')]);
}

/** The language in which the app that makes a call is shown. */
export const languageOfCall = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languageFor(acceptedTags(headers['accept-language'] ?? ''));

/** The language in the query of an address, if the app has it. */
export const askedLanguage = (url: string): Language | null =>
  languageOf(new URLSearchParams(url.split('?', 2)[1]).get(languageParameter) ?? '');
