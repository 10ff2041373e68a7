// Makes a log one stop of the Tab key. Arrow keys move between its messages, and Escape moves to the editor.
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

const messages = '[data-key]';
const controls = 'a[href], button:not(.message-more)';

const messagesOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(messages)];

/**
 * Event handlers for the list, whose messages have their key in `data-key`. The newest message is the stop until another has the
 * focus. The Tab key then reaches only the controls of that message.
 */
export function useLogFocus(list: RefObject<HTMLElement | null>) {
  const stopKey = useRef<string | null>(null);
  const update = useRef(() => {
    if (list.current === null) return;
    const all = messagesOf(list.current);
    const stop = all.find(({ dataset }) => dataset.key === stopKey.current) ?? all.at(-1);
    for (const message of all) {
      const tabIndex = message === stop ? 0 : -1;
      for (const element of [message, ...message.querySelectorAll<HTMLElement>(controls)])
        if (element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    }
  });
  useLayoutEffect(() => {
    if (list.current === null) return;
    update.current();
    // Messages arrive, and their parts load, without a render of the log.
    const observer = new MutationObserver(update.current);
    observer.observe(list.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [list]);

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      const key = target.closest<HTMLElement>(messages)?.dataset.key ?? null;
      if (key === stopKey.current) return;
      stopKey.current = key;
      update.current();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const { key, target, currentTarget } = event;
      if (!(target instanceof Element)) return;
      if (key === 'Escape') return currentTarget.closest('section')?.querySelector('textarea')?.focus();
      const all = messagesOf(currentTarget);
      const at = all.findIndex((message) => message.contains(target));
      const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key];
      if (next === undefined) return;
      event.preventDefault();
      all[next]?.focus();
    },
  };
}
