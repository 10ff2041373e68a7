// Limits the length of what a member types, in code points. The `maxlength` of a field counts emoji as two or more.

/** The changed text. Of a text that is too long, the end of what was just inserted is cut, and the text around it stays. */
export function withinLimit(before: string, next: string, maxLength: number): string {
  if (next.length <= maxLength) return next;
  const [old, changed] = [[...before], [...next]];
  const surplus = changed.length - Math.max(maxLength, old.length);
  if (surplus <= 0) return next;
  let after = 0;
  while (after < old.length && old.at(-1 - after) === changed.at(-1 - after)) after++;
  const end = changed.length - after;
  return [...changed.slice(0, end - surplus), ...changed.slice(end)].join('');
}
