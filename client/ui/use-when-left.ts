// Calls back when the member leaves the screen or hides the page, since neither fires a blur event.
import { useEffect, useEffectEvent } from 'react';

/** Phones may close a hidden page without further events. */
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
