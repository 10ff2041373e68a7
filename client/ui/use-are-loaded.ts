// A hook that returns whether the pictures of a list are loaded.
import { useEffect, useState, type RefObject } from 'react';

/** True once all pictures in the list have loaded or failed, even if more are added. `isShown` says whether the list is there. */
export function useAreLoaded(list: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [areLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (areLoaded || !isShown || element === null) return;
    const check = (): void => setLoaded([...element.querySelectorAll('img')].every(({ complete }) => complete));
    const listening = new AbortController();
    for (const type of ['load', 'error']) element.addEventListener(type, check, { capture: true, signal: listening.signal });
    check();
    return () => listening.abort();
  }, [areLoaded, isShown, list]);
  return areLoaded;
}
