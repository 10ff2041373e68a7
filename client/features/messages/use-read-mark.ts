// Marks the newest received message as read once it is visible.
import { useEffect, useRef, type RefObject } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useMarkRead } from './messages.queries.ts';
import { newestUnread } from './shown-messages.ts';

/** Each percent, since less than a quarter of a long message may fit into a small window. */
const threshold = Array.from({ length: 101 }, (_, percent) => percent / 100);

/** `log` contains the message elements, each with its id in `data-message`. */
export function useReadMark(log: RefObject<HTMLElement | null>, messages: readonly Message[]): void {
  const id = newestUnread(useOwnProfileId(), messages)?.id;
  const marked = useRef<string | null>(null);
  const mark = useRef(useMarkRead());
  useEffect(() => {
    const element = id === undefined ? null : log.current?.querySelector(`[data-message="${id}"]`);
    if (id === undefined || !element || marked.current === id) return;
    let isInView = false;
    const markIfSeen = (): void => {
      if (!isInView || document.hidden || marked.current === id) return;
      marked.current = id;
      void mark.current(id);
    };
    const observer = new IntersectionObserver(
      (states) => {
        // A busy browser reports several states at once. Only the last state counts.
        const state = states.pop();
        isInView = state?.isIntersecting === true && (state.intersectionRatio >= 0.5 || state.intersectionRect.height > 100);
        markIfSeen();
      },
      { threshold },
    );
    observer.observe(element);
    document.addEventListener('visibilitychange', markIfSeen);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', markIfSeen);
    };
  }, [id, log]);
}
