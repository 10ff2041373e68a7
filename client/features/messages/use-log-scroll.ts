// Scrolling of a conversation's log: opens at the newest or the first new message, and keeps its position as messages arrive.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface LogScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  readonly isAtNewest: boolean;
  readonly onScroll: () => void;
  readonly toNewest: () => void;
}

/** Within this distance of its end the log counts as being at the newest message. */
const nearPx = 60;

/**
 * The scroller is a reversed column with the list as its only child: its scroll position counts from the end, so older
 * messages above move nothing. `newestKey` is the key of the last message, in `data-key` of its element; `newFromId` names the
 * line for new messages, if there is one, in `data-new-line`.
 */
export function useLogScroll(newestKey: string | null, isNewestOwn: boolean, newFromId: string | null): LogScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const known = useRef<string | null>(null);
  const [isAtNewest, setAtNewest] = useState(true);

  useLayoutEffect(() => {
    const before = known.current;
    known.current = newestKey;
    const element = scroller.current;
    if (element === null || newestKey === null || before === newestKey) return;
    if (before === null || isNewestOwn || -element.scrollTop < nearPx) element.scrollTop = 0;
    else {
      // The previous last message stays where it is; the new ones come below it.
      const last = list.current?.querySelector(`[data-key="${CSS.escape(before)}"]`);
      const end = list.current?.lastElementChild;
      if (last && end) element.scrollTop -= end.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
    }
  }, [newestKey, isNewestOwn]);

  useLayoutEffect(() => {
    const line = list.current?.querySelector('[data-new-line]');
    if (newFromId !== null && scroller.current !== null && line) showFromLine(scroller.current, line);
  }, [newFromId]);

  return {
    scroller,
    list,
    isAtNewest,
    onScroll: () => setAtNewest(-(scroller.current?.scrollTop ?? 0) < nearPx),
    toNewest: () => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' }),
  };
}

/** If more new messages arrived than fit, scrolls to the first of them. */
function showFromLine(scroller: HTMLElement, line: Element): void {
  const above = scroller.getBoundingClientRect().top - line.getBoundingClientRect().top;
  if (above > 0) scroller.scrollTop -= above + nearPx;
}
