// Tells which HTTP statuses say nothing about what was asked for.

/** True if the request took too long (408), the app is locked (423), or there were too many calls (429). */
export const isTemporaryStatus = (status: number): boolean => [408, 423, 429].includes(status);
