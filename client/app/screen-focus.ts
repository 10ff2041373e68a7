// Moves the focus to the heading of a new screen, for keyboards and screen readers.

/** If no heading has appeared after this time, `main` gets the focus. */
const waitMs = 3_000;

let newest = 0;

/** Waits until the heading is there and dialogs are closed. Leaves the focus where the screen has already set it. */
export async function focusScreen(): Promise<void> {
  const own = ++newest;
  const endMs = performance.now() + waitMs;
  let heading = headingNow();
  while (heading === null && performance.now() < endMs) {
    await new Promise(requestAnimationFrame);
    heading = headingNow();
  }
  const main = document.getElementById('main');
  if (own !== newest || main === null || main.querySelector(':focus') !== null) return;
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main).focus({ preventScroll: true });
}

/** The first visible heading, because phones hide the list beside an open conversation. */
function headingNow(): HTMLElement | null {
  if (document.querySelector('dialog[open]') !== null) return null;
  const headings = document.querySelectorAll<HTMLElement>('#main :is(h1, h2)');
  return [...headings].find((heading) => heading.checkVisibility()) ?? null;
}
