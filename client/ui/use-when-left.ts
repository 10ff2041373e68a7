// A hook that calls back when the member leaves the screen or hides the page, because neither causes a blur event.
import { useEffect, useEffectEvent } from 'react';

export function useWhenLeft(callback: () => void): void {
  const onLeft = useEffectEvent(callback);
  useEffect(() => whenLeft(() => onLeft()), []);
}

/**
 * Calls back when the page is hidden, after which phones may close it without another event. Returns a function that stops this
 * and calls back, too.
 */
export function whenLeft(callback: () => void): () => void {
  const onVisibilityChange = (): void => {
    if (document.hidden) callback();
  };
  addEventListener('pagehide', callback);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    removeEventListener('pagehide', callback);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    callback();
  };
}
