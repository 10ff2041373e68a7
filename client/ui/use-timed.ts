// Something that is shown for a stated time: 'Saved' after a save.
import { useEffect, useState } from 'react';

/** Answers whether it is shown now, and the way to show it for `ms` from now. */
export function useTimed(ms: number): readonly [isOn: boolean, start: () => void] {
  const [started, setStarted] = useState(0);
  useEffect(() => {
    if (started === 0) return;
    const timer = setTimeout(() => setStarted(0), ms);
    return () => clearTimeout(timer);
  }, [started, ms]);
  return [started !== 0, () => setStarted((count) => count + 1)];
}
