// Lets a screen use a header of its own. On phones, the header of the frame is then not shown.
import { useLayoutEffect } from 'react';

/** With `none`, for pictures in full size, only messages remain of the header, and no navigation, in windows of any size. */
export function useOwnHeader(kind: 'own' | 'none' = 'own'): void {
  useLayoutEffect(() => {
    const page = document.documentElement.dataset;
    page.header = kind;
    return () => {
      delete page.header;
    };
  }, [kind]);
}
