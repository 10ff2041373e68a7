// Makes hooks that return whether the window has a certain size, and follow its changes.
import { useSyncExternalStore } from 'react';

/** `query` is a media query, with the sizes of a style sheet. */
export function mediaHook(query: string): () => boolean {
  const list = matchMedia(query);
  const watch = (onChange: () => void) => {
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  };
  return function useMedia() {
    return useSyncExternalStore(watch, () => list.matches);
  };
}
