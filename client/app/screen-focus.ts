// Moves the focus to the heading of a screen that was just opened, so that keyboard and screen reader continue from there.

/** A screen that has no heading by then is begun at its top. */
const waitMs = 3_000;

let newest = 0;

/** Waits for the heading to be there and for a menu or dialog that led here to be gone. A screen that took the focus itself keeps it. */
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

/** The first one that is shown: beside an open conversation a phone hides the list with its heading. */
function headingNow(): HTMLElement | null {
  if (document.querySelector('dialog[open]') !== null) return null;
  const headings = document.querySelectorAll<HTMLElement>('#main :is(h1, h2)');
  return [...headings].find((heading) => heading.checkVisibility()) ?? null;
}
