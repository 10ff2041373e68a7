// List and conversation as panes: on wide screens the frame's header lies over the bars of both, so that there is one bar.
import { useLayoutEffect } from 'react';

/** An attribute of the document, since a rule that asks what the frame contains would be checked at each key in the editor. */
export function usePanes(kind: 'list' | 'conversation'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.panes = kind;
    return () => void delete dataset.panes;
  }, [kind]);
}
