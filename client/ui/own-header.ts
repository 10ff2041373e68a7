// A screen that brings its own header: the frame's header then takes no room on phones.
import { useLayoutEffect } from 'react';

/** `none` also removes the home button and, on wide screens too, the navigation: for pictures at full size. */
export function useOwnHeader(kind: 'own' | 'none' = 'own'): void {
  useLayoutEffect(() => {
    const page = document.documentElement.dataset;
    page.header = kind;
    return () => {
      delete page.header;
    };
  }, [kind]);
}
