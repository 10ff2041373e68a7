// A flag that stays on for a limited time, such as 'Saved' after a save.
import { useEffect, useState } from 'react';

/** Returns the flag, and a function that turns it on for `ms`. */
export function useTimed(ms: number): readonly [isOn: boolean, start: () => void] {
  const [startCount, setStartCount] = useState(0);
  useEffect(() => {
    if (startCount === 0) return;
    const timer = setTimeout(() => setStartCount(0), ms);
    return () => clearTimeout(timer);
  }, [startCount, ms]);
  return [startCount !== 0, () => setStartCount((count) => count + 1)];
}
