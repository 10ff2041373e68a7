// Keyboard shortcuts of a screen, active wherever the focus is except in fields and open dialogs.
import { useEffect, useRef } from 'react';

/** By `event.key`: "ArrowLeft", "+". The effects of the latest render are used. */
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
