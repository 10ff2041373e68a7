// Lets a screen use a header of its own. On phones, the header of the frame is then not shown.
import { useLayoutEffect } from 'react';

/** With `none` the home button is gone too, and on all screens the navigation. For pictures in full size. */
export function useOwnHeader(kind: 'own' | 'none' = 'own'): void {
  useLayoutEffect(() => {
    const page = document.documentElement.dataset;
    page.header = kind;
    return () => {
      delete page.header;
    };
  }, [kind]);
}
