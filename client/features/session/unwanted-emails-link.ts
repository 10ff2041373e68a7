// Takes the token of the link that stops unwanted emails from the URL and the history.
import { takeToken } from './url-token.ts';

let token: string | null = null;

/** Reads `/unwanted-emails#for=` or `/unwanted-emails?for=` and removes it from the URL. */
export function readUnwantedEmailsLink(): void {
  token = takeToken('/unwanted-emails', 'for') ?? token;
}

/** The token that was read last, or null. */
export function unwantedEmailsToken(): string | null {
  readUnwantedEmailsLink();
  return token;
}
