// Matches paths against patterns with {name} parameters, as the table of screens has them.

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/');

/** Whether "/profile/abc" matches "/profile/{profileId}". A parameter is never empty, and a slash at the end is ignored. */
export function isPathOf(pattern: string, path: string): boolean {
  const parts = partsOf(path);
  const expected = partsOf(pattern);
  return (
    expected.length === parts.length && expected.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  );
}
