// Reduces untrusted URLs (of a push or a stored notification) to same-origin paths.

/**
 * Path, query and fragment of a URL of `origin`, which may be absolute or a path; otherwise `otherwise`.
 * Rejects "//", backslashes, blanks and control characters, which browsers may interpret as another origin.
 */
export function sameOriginPath(address: unknown, origin: string, otherwise = '/notifications'): string {
  if (typeof address !== 'string') return otherwise;
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : otherwise;
}
