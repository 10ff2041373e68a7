// The token of a login link: taken out of address bar and history before anything else happens, and handed to the login once.
export interface LoginLink {
  readonly username: string;
  readonly password: string;
  /** A literal pair of address and password; the links that are mailed carry a pair made for one use. */
  readonly isLiteral: boolean;
}

let link: LoginLink | null = null;

/** Reads `/login#token=` or `/login?token=` and takes it out of the address at once. */
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

/** A token that can't be read is a pair that nobody has: the server answers it like any wrong one. */
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
