// Takes the token of an emailed link from the URL.

/**
 * Reads `path#name=` or `path?name=`, and removes it from the address bar and the tab's history. Chromium's list of visited pages
 * does not contain it either, because the page redirects at once. Null on another page and without a token.
 */
export function takeToken(path: string, name: string): string | null {
  if (location.pathname.replace(/\/+$/, '') !== path) return null;
  const token = tokenIn(location.hash.slice(1), name) ?? tokenIn(location.search.slice(1), name);
  if (token === null) return null;
  location.replace('#');
  history.replaceState(history.state, '', path);
  return token;
}

const tokenIn = (part: string, name: string): string | null => new URLSearchParams(part).get(name);
