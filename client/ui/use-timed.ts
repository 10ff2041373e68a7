// A hook for a value that is true for a limited time, such as for 'Saved' after a save.
import { useEffect, useState } from 'react';

/** Returns the value, and a function that makes it true for `ms`. */
export function useTimed(ms: number): readonly [isOn: boolean, start: () => void] {
  const [startCount, setStartCount] = useState(0);
  useEffect(() => {
    if (startCount === 0) return;
    const timer = setTimeout(() => setStartCount(0), ms);
    return () => clearTimeout(timer);
  }, [startCount, ms]);
  return [startCount !== 0, () => setStartCount((count) => count + 1)];
}
