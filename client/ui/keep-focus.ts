// Moves the focus to the nearest control when the focused element is removed, because browsers then leave it nowhere.
import { focusHeading } from './heading-focus.ts';

/** Fields are left out, because a focused field opens the keyboard of a phone. */
const controls = 'a[href], button:enabled, li[tabindex]';

/** The element to which the focus was moved last. */
let nearest: Element | null = null;

/** True if the member has not chosen what has the focus, so that it may be moved on. */
export const isFocusFree = (): boolean => [document.body, nearest].includes(document.activeElement);

/**
 * Call it once: from then on the focus is moved when its element is removed, and given back to a button that was disabled while it
 * was busy. Returns a function to call before a screen is left, because `screen-focus.ts` sets the focus on the next one.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | null = null;
  // Browsers keep the place of a range when what is in it is removed.
  const place = new Range();
  /** Where the focus was before a dialog was opened. The control that opened the dialog may be removed with it. */
  const placeBelow = new Range();
  addEventListener('focusin', ({ target }) => {
    // The heading has the focus only until the screen is complete.
    focused = target instanceof HTMLHeadingElement ? null : (target as HTMLElement);
    if (focused === null) return;
    place.selectNode(focused);
    if (focused.closest('dialog') === null) placeBelow.selectNode(focused);
  });
  const move = (): void => {
    if (focused === null || document.activeElement !== document.body) return;
    if (focused.isConnected) return focused.focus({ preventScroll: true });
    focusNearest(document.querySelector('dialog[open]') === null ? placeBelow : place);
    nearest = document.activeElement;
  };
  new MutationObserver((changes) => {
    const isFreed = changes.some(({ target, type }) => type === 'attributes' && target === focused);
    // The screen may move the focus itself.
    if (isFreed || focused?.isConnected === false) setTimeout(move);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => (focused = null);
}

/** Focuses the next control of the same part of the screen, or else one of the item before, or else the heading. */
function focusNearest(place: Range): void {
  let part: Node | null = place.startContainer;
  for (; part instanceof Element && part.parentElement && part.parentElement.id !== 'main'; part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>(controls)].filter((control) => control.checkVisibility());
    const last = all.at(-1);
    // The last control of an item may be the one that removes it, so the item's first control gets the focus.
    const item = last?.closest('li') ?? last;
    const next = all.find((control) => place.comparePoint(control, 0) > 0) ?? all.find((control) => item?.contains(control));
    // Without scrolling, because a list that shows only what is near also removes what was scrolled away.
    if (next) return next.focus({ preventScroll: true });
  }
  focusHeading();
}
