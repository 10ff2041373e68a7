// Where a notification may lead: to a screen of this app, and nowhere else.

const fallback = '/notifications';

/** The path if it is one of this app's own, else the list of notifications. A second slash, a backslash or a control character would lead out. */
export function ownPath(url: string): string {
  if (!/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(url)) return fallback;
  const here = 'https://app.invalid';
  return URL.parse(url, here)?.origin === here ? url : fallback;
}
