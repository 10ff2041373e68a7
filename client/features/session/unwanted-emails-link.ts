// The token of the link with which a member stops unwanted emails, removed from URL and history.
import { takeToken } from './url-token.ts';

let token: string | null = null;

/** Reads `/unwanted-emails#for=` or `/unwanted-emails?for=` and removes it from the URL. */
export function readUnwantedEmailsLink(): void {
  token = takeToken('/unwanted-emails', 'for') ?? token;
}

/** The token read last; null without one. */
export function unwantedEmailsToken(): string | null {
  readUnwantedEmailsLink();
  return token;
}
