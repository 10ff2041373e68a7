// Marks list and conversation as panes. On wide screens the frame's header lies over both bars, so there is only one bar.
import { useLayoutEffect } from 'react';

/** Sets an attribute of the document. A CSS rule about the frame's content would be checked after each key in the editor. */
export function usePanes(kind: 'list' | 'conversation'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.panes = kind;
    return () => void delete dataset.panes;
  }, [kind]);
}
