// The login link's token, removed from URL and history, and handed to the login screen once.
import { takeToken } from './url-token.ts';

export interface LoginLink {
  readonly username: string;
  readonly password: string;
  /** An email address and a password, rather than the one-time pair of an emailed link. */
  readonly isLiteral: boolean;
}

let link: LoginLink | null = null;

/** Reads `/login#token=` or `/login?token=` and removes it from the URL. */
export function readLoginLink(): void {
  const token = takeToken('/login', 'token');
  if (token !== null) link = parseToken(token);
}

export const hasLoginLink = (): boolean => link !== null;

/** Returns the link only once. */
export function consumeLoginLink(): LoginLink | null {
  const current = link;
  link = null;
  return current;
}

/** An invalid token gives an empty pair, which the server rejects like any wrong one. */
export function parseToken(token: string): LoginLink {
  const text = decoded(token) ?? '';
  const colon = text.indexOf(':');
  const username = colon < 0 ? text : text.slice(0, colon);
  return { username, password: colon < 0 ? '' : text.slice(colon + 1), isLiteral: username.includes('@') };
}

/** Accepts base64 and base64url; a plus sign in a query string has become a space. */
function decoded(token: string): string | null {
  try {
    const bytes = atob(token.replaceAll(/[-\s]/g, '+').replaceAll('_', '/').replace(/=+$/, ''));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
