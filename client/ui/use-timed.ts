// A flag that stays on for a stated time, such as 'Saved' after a save.
import { useEffect, useState } from 'react';

/** Returns whether it is on, and a function that turns it on for `ms` from now. */
export function useTimed(ms: number): readonly [isOn: boolean, start: () => void] {
  const [started, setStarted] = useState(0);
  useEffect(() => {
    if (started === 0) return;
    const timer = setTimeout(() => setStarted(0), ms);
    return () => clearTimeout(timer);
  }, [started, ms]);
  return [started !== 0, () => setStarted((count) => count + 1)];
}
