// A hook for texts that say what failed: they stay while the next try runs, so that they do not alternate with skeletons.
import { useState } from 'react';

/** Returns the newest error until there is data. */
export function useLastError(error: Error | null, hasData: boolean): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  const next = hasData ? null : (error ?? last);
  if (next !== last) setLast(next);
  return next;
}
