// A hook for the keyboard shortcuts of a screen. They do not work in form fields, in navigation, or while a dialog is open.
import { useEffect, useEffectEvent } from 'react';

/** Handlers by `event.key`, such as "ArrowLeft" or "+". */
export function useKeys(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const handler = handlers[event.key];
    if (handler === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, nav')) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
