// Keys that do something on a screen wherever the focus is, but for fields and open dialogs, which have keys of their own.
import { useEffect, useRef } from 'react';

/** By the name of the key, as the browser tells it: "ArrowLeft", "+". The latest effects count. */
export function useKeys(effects: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(effects);
  useEffect(() => {
    latest.current = effects;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const effect = latest.current[event.key];
      if (effect === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      effect();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
