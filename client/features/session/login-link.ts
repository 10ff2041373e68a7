// The token of a login link: removed from address bar and history first of all, and passed to the login once.
export interface LoginLink {
  readonly username: string;
  readonly password: string;
  /** A literal pair of address and password; mailed links have a pair for a single use. */
  readonly isLiteral: boolean;
}

let link: LoginLink | null = null;

/** Reads `/login#token=` or `/login?token=` and removes it from the address at once. */
export function readLoginLink(): void {
  if (location.pathname.replace(/\/+$/, '') !== '/login') return;
  const token = tokenIn(location.hash.slice(1)) ?? tokenIn(location.search.slice(1));
  if (token === null) return;
  history.replaceState(history.state, '', '/login');
  link = pairOf(token);
}

export const hasLoginLink = (): boolean => link !== null;

/** The link, once. */
export function takeLoginLink(): LoginLink | null {
  const taken = link;
  link = null;
  return taken;
}

/** An unreadable token gives an empty pair, which the server refuses like any wrong one. */
export function pairOf(token: string): LoginLink {
  const text = decoded(token) ?? '';
  const colon = text.indexOf(':');
  const username = colon < 0 ? text : text.slice(0, colon);
  return { username, password: colon < 0 ? '' : text.slice(colon + 1), isLiteral: username.includes('@') };
}

const tokenIn = (part: string): string | null => new URLSearchParams(part).get('token');

/** base64 or base64url; a plus sign in a query has become a blank. */
function decoded(token: string): string | null {
  try {
    const bytes = atob(token.replaceAll(/[-\s]/g, '+').replaceAll('_', '/').replace(/=+$/, ''));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}
