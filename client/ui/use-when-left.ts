// A hook that calls back when the member leaves the screen or hides the page, because neither causes a blur event.
import { useEffect, useEffectEvent } from 'react';

/** Phones may close a hidden page without another event. */
export function useWhenLeft(callback: () => void): void {
  const onLeft = useEffectEvent(callback);
  useEffect(() => {
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'hidden') onLeft();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      onLeft();
    };
  }, []);
}
