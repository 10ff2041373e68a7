// The height of an on-screen keyboard that lies over the page, as the style sheets' --keyboard; other browsers make the page lower.
import { useEffect } from 'react';

/** What covers less is no keyboard, such as an address bar. */
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
      // The browser has moved the page up, to where the focused field was.
      scrollTo(0, 0);
    };
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--keyboard');
    };
  }, []);
}
