// Reduces untrusted URLs (of a push or a stored notification) to same-origin paths.

/**
 * The path, query and fragment of a URL if it belongs to `origin`, else `otherwise`. Rejects "//", backslashes, blanks and control
 * characters, because browsers may read them as another origin.
 */
export function sameOriginPath(address: unknown, origin: string, otherwise = '/notifications'): string {
  if (typeof address !== 'string') return otherwise;
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : otherwise;
}
