// Paths with {name} parameters, as the table of screens has them.

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/');

/** Whether "/profile/abc" is a path of "/profile/{profileId}"; a parameter is never empty. A slash at the end does not matter. */
export function isPathOf(pattern: string, path: string): boolean {
  const parts = partsOf(path);
  const expected = partsOf(pattern);
  return (
    expected.length === parts.length && expected.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  );
}
