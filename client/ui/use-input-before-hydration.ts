// Takes over what was typed or ticked in a prerendered page before hydration; the next render would otherwise clear it.
import { useEffect } from 'react';

/** Calls `tell` once with the control after hydration, so that its owner can adopt the value. */
export function useInputBeforeHydration(id: string, tell: (control: HTMLInputElement | HTMLTextAreaElement) => void): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) tell(control);
    // oxlint-disable-next-line react/exhaustive-deps -- a page is hydrated once
  }, []);
}
