// Takes the token of an emailed link from the URL.

/**
 * Reads `path#name=` or `path?name=`, and removes it from the address bar, the tab's history and Chromium's list of visited pages,
 * which leaves out pages that soon redirect by themselves. Null on another page and without a token.
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
