// Takes the token of a login link from the URL and the history, and passes it to the login screen once.
import { takeToken } from './url-token.ts';

export interface LoginLink {
  readonly username: string;
  readonly password: string;
  /** True if the token consists of email address and password, instead of a link's id and secret. */
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

/** A token that cannot be decoded gives an empty pair, which the server refuses like a wrong password. */
export function parseToken(token: string): LoginLink {
  const text = decoded(token) ?? '';
  const colon = text.indexOf(':');
  const username = colon < 0 ? text : text.slice(0, colon);
  return { username, password: colon < 0 ? '' : text.slice(colon + 1), isLiteral: username.includes('@') };
}

/** Decodes base64 and base64url. In a query, a plus sign has become a space. */
function decoded(token: string): string | null {
  try {
    const bytes = atob(token.replaceAll(/[-\s]/g, '+').replaceAll('_', '/').replace(/=+$/, ''));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
