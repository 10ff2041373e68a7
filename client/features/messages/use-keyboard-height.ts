// Sets --keyboard to the height of an on-screen keyboard that covers the page. In other browsers the keyboard shortens the page.
import { useEffect } from 'react';

/** Smaller heights are not a keyboard but for example an address bar. */
const lowestPx = 100;

export function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = visualViewport;
    const { style } = document.documentElement;
    if (viewport === null) return;
    const measure = (): void => {
      const covered = viewport.scale > 1 ? 0 : innerHeight - viewport.height;
      if (covered < lowestPx) return void style.removeProperty('--keyboard');
      style.setProperty('--keyboard', `${covered}px`);
      // The browser has scrolled the page up to the place where the focused field was.
      scrollTo(0, 0);
    };
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--keyboard');
    };
  }, []);
}
