// A filter for addresses from outside (a push, a stored notification): only paths of the own origin pass.

/**
 * The path with query and fragment when `address` is one of `origin`, written whole ("https://own.example/x") or as a path ("/x");
 * else `otherwise`. Refuses what browsers parse differently than it looks: "//", backslashes, blanks, control characters.
 */
export function ownPath(address: unknown, origin: string, otherwise = '/notifications'): string {
  if (typeof address !== 'string') return otherwise;
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : otherwise;
}
