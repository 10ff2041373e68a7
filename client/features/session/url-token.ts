// The token of an emailed link in the URL.

/** Reads `path#name=` or `path?name=`. Null on another page or without a token. */
export function tokenInUrl(path: string, name: string): string | null {
  if (location.pathname.replace(/\/+$/, '') !== path) return null;
  return tokenIn(location.hash.slice(1), name) ?? tokenIn(location.search.slice(1), name);
}

/**
 * Removes the token from the address bar, the tab's history and Chromium's list of visited pages, which omits pages that redirect
 * to another URL by themselves.
 */
export function removeToken(path: string): void {
  location.replace('#');
  history.replaceState(history.state, '', path);
}

const tokenIn = (part: string, name: string): string | null => new URLSearchParams(part).get(name);
