// Scrolls a conversation to its newest or first new message, and keeps the position when messages arrive.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface LogScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  readonly isAtNewest: boolean;
  readonly onScroll: () => void;
  readonly scrollToNewest: () => void;
}

/** The newest message counts as visible if the end is closer than this. */
const nearPx = 60;

/**
 * The scroller is a reversed column with one child, which contains the list. Its scroll position is relative to the end, so the
 * view does not move when older messages are added. Messages have their key in `data-key`. The separator of new ones has
 * `data-new-line`.
 */
export function useLogScroll(newestKey: string | null, isNewestOwn: boolean, firstNewId: string | null): LogScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const lastKey = useRef<string | null>(null);
  const lastHeight = useRef(0);
  const [isAtNewest, setAtNewest] = useState(true);

  useLayoutEffect(() => {
    const previousKey = lastKey.current;
    lastKey.current = newestKey;
    const element = scroller.current;
    if (element === null || newestKey === null || previousKey === newestKey) return;
    const end = list.current?.lastElementChild;
    const last = previousKey && list.current?.querySelector(`[data-key="${CSS.escape(previousKey)}"]`);
    if (previousKey === null || isNewestOwn || -element.scrollTop < nearPx) element.scrollTop = 0;
    // The message that was last before keeps its place. Its top is measured, because it may be less high without its time.
    else if (last && end)
      element.scrollTop -= end.getBoundingClientRect().bottom - last.getBoundingClientRect().top - lastHeight.current;
    // If the message that was last is gone, it was removed, and the one that is last now may not be new.
    if (last && end) rise(end);
  }, [newestKey, isNewestOwn]);
  useLayoutEffect(() => {
    // The browser has to lay out the page for this, so it is only done while it may be needed.
    if (!isAtNewest) lastHeight.current = list.current?.lastElementChild?.getBoundingClientRect().height ?? 0;
  });

  useLayoutEffect(() => {
    const separator = list.current?.querySelector('[data-new-line]');
    if (firstNewId !== null && scroller.current !== null && separator) scrollToSeparator(scroller.current, separator);
  }, [firstNewId]);

  return {
    scroller,
    list,
    isAtNewest,
    onScroll: () => setAtNewest(-(scroller.current?.scrollTop ?? 0) < nearPx),
    scrollToNewest: () => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' }),
  };
}

/** Animates a new message into its place. */
function rise(message: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  message.animate({ transform: ['translateY(8px)', 'none'], opacity: [0.4, 1] }, { duration: 140, easing: 'ease-out' });
}

/** Scrolls to the first of the new messages if not all of them fit. */
function scrollToSeparator(scroller: HTMLElement, separator: Element): void {
  const above = scroller.getBoundingClientRect().top - separator.getBoundingClientRect().top;
  if (above > 0) scroller.scrollTop -= above + nearPx;
}
