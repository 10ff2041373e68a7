// Moves the focus to the first new entry of a list, after the press of a button that adds entries. The button moves out of view.
import { useEffect, useRef, type RefObject } from 'react';
import { isFocusFree } from './keep-focus.ts';

/** Entries of a list, without lists inside of them. */
const entries = 'li:not(li li)';

/** The controls of an entry that does not take the focus itself. */
const controls = 'a[href]:not([aria-hidden]), button:enabled';

interface Pressed {
  readonly button: Element;
  /** The part of the screen that has the list and the button. */
  readonly part: Element;
  readonly known: ReadonlySet<Element>;
  /** True if new entries come before those that are known. */
  readonly isAbove: boolean;
}

/**
 * Returns a function to call with the pressed button, whose parent is beside the list or the list's frame. If the screen shows
 * `end` instead of more entries, it takes the focus.
 */
export function useFocusNewEntry(end?: RefObject<HTMLElement | null>): (button: Element) => void {
  const pressed = useRef<Pressed | null>(null);
  const moveFocus = (): void => {
    if (pressed.current === null) return;
    const target = firstNew(pressed.current) ?? end?.current;
    if (!target) return;
    const { button } = pressed.current;
    pressed.current = null;
    if (isFocusFree() || document.activeElement === button) target.focus();
  };
  useEffect(() => {
    moveFocus();
    // The button is removed together with this component when the last entries come.
    return moveFocus;
  });
  return (button) => {
    const part = button.parentElement?.parentElement;
    if (!part) return;
    const known = [...part.querySelectorAll(entries)];
    const isAbove = known[0] !== undefined && button.compareDocumentPosition(known[0]) === Node.DOCUMENT_POSITION_FOLLOWING;
    pressed.current = { button, part, known: new Set(known), isAbove };
  };
}

/** The first new entry at the button's end of the list. Entries that arrive at the other end are ignored. */
function firstNew({ part, known, isAbove }: Pressed): HTMLElement | undefined {
  const all = [...part.querySelectorAll<HTMLElement>(entries)];
  if (isAbove) all.reverse();
  const start = all.findIndex((entry) => known.has(entry));
  return all
    .slice(Math.max(0, start))
    .filter((entry) => !known.has(entry))
    .map((entry) => (entry.matches('[tabindex]') ? entry : entry.querySelector<HTMLElement>(controls)))
    .find((target) => target !== null);
}
