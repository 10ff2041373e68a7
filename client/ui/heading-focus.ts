// Moves the focus to the heading of the screen, or to `main` while there is none.

/**
 * The first visible heading that is not replaced once its screen is loaded. If the list is beside an open conversation, it is that
 * of the conversation.
 */
export function headingNow(): HTMLElement | null {
  const opened = document.querySelector('#main .conversation') ?? document;
  const headings = opened.querySelectorAll<HTMLElement>('#main :is(h1, h2):not([aria-busy="true"] *)');
  return [...headings].find((heading) => heading.checkVisibility()) ?? null;
}

/** Returns what has the focus now. */
export function focusHeading(): HTMLElement | null {
  const heading = headingNow();
  heading?.setAttribute('tabindex', '-1');
  const focused = heading ?? document.getElementById('main');
  focused?.focus({ preventScroll: true });
  return focused;
}
