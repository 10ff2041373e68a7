// Makes a list one stop of the Tab key. Arrow keys, Home and End move between its items.
import { focusHeading } from './heading-focus.ts';
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

export interface RovingOptions {
  /** Selects the items of the list. */
  readonly items?: string;
  /** Selects the controls of an item. */
  readonly controls?: string;
  /** The items take the focus themselves. Otherwise their first control does. */
  readonly areItemsFocusable?: boolean;
  /** The last item is the stop until another has the focus. The default is the current or else the first one. */
  readonly startsAtEnd?: boolean;
  /** The next item gets the focus when the one that has it is removed, and the screen's heading when none is left. */
  readonly followsRemoval?: boolean;
}

/**
 * Event handlers for the list. The Tab key reaches only the item that had the focus last, and its controls. The list must be there
 * from the first render.
 */
export function useRovingStop(list: RefObject<HTMLElement | null>, options: RovingOptions = {}) {
  const { items = ':scope > li', controls = 'a[href], button, input' } = options;
  const { areItemsFocusable = false, startsAtEnd = false, followsRemoval = false } = options;
  const last = useRef<HTMLElement | null>(null);
  /** The index of the item with the focus, or null. It stays when the item is removed, because React then reports no blur. */
  const focusedAt = useRef<number | null>(null);
  const count = useRef(0);
  const itemsOf = (from: HTMLElement): HTMLElement[] => [...from.querySelectorAll<HTMLElement>(items)];
  const stopsOf = (item: HTMLElement): HTMLElement[] => [
    ...(areItemsFocusable ? [item] : []),
    ...item.querySelectorAll<HTMLElement>(controls),
  ];
  const update = useRef(() => {
    if (list.current === null) return;
    const all = itemsOf(list.current);
    const isLast = last.current !== null && all.includes(last.current);
    const first = startsAtEnd ? all.at(-1) : (all.find((item) => item.querySelector('[aria-current]')) ?? all[0]);
    const stop = isLast ? last.current : first;
    for (const item of all) {
      const tabIndex = item === stop ? 0 : -1;
      for (const element of stopsOf(item)) if (element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    }
    const before = count.current;
    count.current = all.length;
    if (!followsRemoval || isLast) return;
    const next = focusedAt.current === null ? undefined : all[Math.min(focusedAt.current, all.length - 1)];
    if (next !== undefined) stopsOf(next)[0]?.focus();
    // A button that removed all items may have gone with them.
    else if (before > 0 && all.length === 0 && document.activeElement === document.body) focusHeading();
  });
  useLayoutEffect(() => {
    if (list.current === null) return;
    update.current();
    // Items are added, and their parts are loaded, without a render of the list.
    const observer = new MutationObserver(update.current);
    observer.observe(list.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [list]);

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
      const all = itemsOf(currentTarget);
      const item = all.find((one) => one.contains(target));
      if (item === undefined) return;
      focusedAt.current = all.indexOf(item);
      if (item === last.current) return;
      last.current = item;
      update.current();
    },
    onBlur: (): void => {
      focusedAt.current = null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const { target, currentTarget } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      // In a text, these keys move the caret.
      if (target.matches('input, textarea, select')) return;
      const all = itemsOf(currentTarget);
      const at = all.findIndex((item) => item.contains(target));
      const next = at === -1 ? undefined : nextItem(all, at, event.key);
      if (next === undefined) return;
      event.preventDefault();
      // The screen's own shortcuts, such as those of the map, must not react to this key.
      event.stopPropagation();
      const item = all[next];
      if (item !== undefined) stopsOf(item)[0]?.focus();
    },
  };
}

/** The index of the item to which a key moves. It may be before the first or after the last one. */
function nextItem(all: readonly HTMLElement[], at: number, key: string): number | undefined {
  const item = all[at];
  if (item === undefined) return undefined;
  const start = getComputedStyle(item).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'Home') return 0;
  if (key === 'End') return all.length - 1;
  if (key === 'ArrowDown') return inNextRow(all, at, 1);
  if (key === 'ArrowUp') return inNextRow(all, at, -1);
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return key === start ? at - 1 : at + 1;
}

/** The item below or above, in a grid or in a list of one column. */
function inNextRow(all: readonly HTMLElement[], at: number, step: 1 | -1): number {
  const boxOf = (i: number): DOMRect | undefined => all[i]?.getBoundingClientRect();
  const isBeside = (i: number, j: number): boolean => Math.abs((boxOf(i)?.top ?? NaN) - (boxOf(j)?.top ?? NaN)) < 2;
  let next = at + step;
  while (isBeside(next, at)) next += step;
  const awayFrom = (i: number): number => Math.abs((boxOf(i)?.left ?? NaN) - (boxOf(at)?.left ?? NaN));
  while (isBeside(next, next + step) && awayFrom(next + step) < awayFrom(next)) next += step;
  return next;
}
