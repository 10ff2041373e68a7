// Matches paths against patterns with {name} parameters, as the table of screens has them.

/** Without a regular expression, which would try each of many slashes as the first one at the end. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const partsOf = (path: string): string[] => withoutEndSlashes(path).split('/');

/** Whether "/profile/abc" matches "/profile/{profileId}". A parameter is never empty, and a slash at the end is ignored. */
export function isPathOf(pattern: string, path: string): boolean {
  const parts = partsOf(path);
  const expected = partsOf(pattern);
  return (
    expected.length === parts.length && expected.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  );
}
