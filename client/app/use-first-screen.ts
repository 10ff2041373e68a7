// Delays work that no first screen needs until the first screen shows its content and pictures.
import { useEffect, useState } from 'react';

/** The longest delay, on a slow connection. */
const longestWaitMs = 5_000;

/** True once the first screen is complete. It stays true for later screens. */
export function useIsFirstScreenShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const main = document.querySelector('main');
    if (isShown || main === null) return;
    let isScheduled = false;
    const check = (): void => {
      if (isScheduled) return;
      isScheduled = true;
      requestIdleTask(() => {
        isScheduled = false;
        if (isComplete(main)) setShown(true);
      });
    };
    const observer = new MutationObserver(check);
    observer.observe(main, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
    const listening = new AbortController();
    for (const type of ['load', 'error']) main.addEventListener(type, check, { capture: true, signal: listening.signal });
    const timer = setTimeout(() => setShown(true), longestWaitMs);
    check();
    return () => {
      observer.disconnect();
      listening.abort();
      clearTimeout(timer);
    };
  }, [isShown]);
  return isShown;
}

/** Runs the task when the browser is idle. Safari has no idle callbacks. */
const requestIdleTask = (task: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
};

/** True if the content and the pictures in view are loaded. Lazy ones below the view are loaded only when scrolled near it. */
const isComplete = (main: Element): boolean =>
  main.querySelector('h1, [role=application], [role=log]') !== null &&
  main.querySelector('[aria-busy=true]') === null &&
  [...main.querySelectorAll('img')].every(({ complete, loading }) => complete || loading === 'lazy');
